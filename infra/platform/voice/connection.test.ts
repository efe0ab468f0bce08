import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { roomCloseCodes } from './room-protocol.ts';
import { joinRoom } from './testing/room-client.ts';
import { startVoiceTestKit, type VoiceTestKit } from './testing/voice-test-kit.ts';

let kit: VoiceTestKit;
beforeEach(async () => {
  kit = await startVoiceTestKit();
});
afterEach(() => kit.close());

describe('the connection to a room', () => {
  it('refuses a page whose call ended before it joined, and leaves no timer', async () => {
    const { webCallUrl, monitor } = await kit.open();
    const client = await joinRoom(webCallUrl);
    await kit.post(monitor.controlUrl, { type: 'end-call' }, 'none');
    client.send({ t: 'join' });
    expect([await client.closed, client.received]).toEqual([roomCloseCodes.unknownRoom, []]);
    expect(kit.clock.waiting()).toBe(0);
  });
});
