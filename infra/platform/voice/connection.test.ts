import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { roomCloseCodes } from './room-protocol.ts';
import { joinRoom } from './testing/room-client.ts';
import { startVoiceTestKit, type VoiceTestKit, vapiKey } from './testing/voice-test-kit.ts';

let stage: VoiceTestKit;
beforeEach(async () => {
  stage = await startVoiceTestKit();
});
afterEach(() => stage.close());

describe('the line into a room', () => {
  it('turns a page away whose call ended between its coming and its joining, and waits for nobody', async () => {
    const { id, webCallUrl } = await stage.open();
    const client = await joinRoom(webCallUrl);
    await fetch(`${stage.url}/call/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${vapiKey}` } });
    client.send({ t: 'join' });
    expect([await client.closed, client.received]).toEqual([roomCloseCodes.unknownRoom, []]);
    expect(stage.clock.waiting()).toBe(0);
  });
});
