import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { leaseRenewalMs } from '../api/voice-schemas.ts';
import { callId, createTestVoice, flushPromises, until } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const made = 'POST /api/voice/call/web';
const playable = () => setup.actions.filter((action) => action === 'app-msg "playable"').length;
const countOf = (request: string) => setup.requests.filter((one) => one === request).length;

async function lose() {
  const call = await setup.callUntilStarted();
  setup.machine.fail('connection-error', 'Signaling connection interrupted');
  await until(() => setup.types.includes('connection-lost'));
  return call;
}

describe('a running call', () => {
  it('a running call emits that the machine lost its room and found it again', async () => {
    await setup.callUntilStarted();
    setup.machine.network('interrupted');
    await until(() => setup.types.includes('connection-lost'));
    setup.machine.network('connected');
    await until(() => setup.types.includes('connection-restored'));
    expect(setup.events.slice(-2)).toEqual([{ type: 'connection-lost' }, { type: 'connection-restored' }]);
  });

  it('a running call returns to its room when the machine gave up', async () => {
    await lose();
    setup.clock.pass(0);
    await until(() => setup.types.includes('connection-restored'));
    expect(setup.events.at(-1)).toEqual({ type: 'connection-restored' });
    expect([countOf(made), setup.machines.length]).toEqual([1, 2]);
    // The SDK does not expect an end while its player begins.
    await until(() => playable() === 2);
  });

  it('a running call looks for another room when its own is gone at once, as after a crash of the museum’s side', async () => {
    await setup.callUntilStarted();
    setup.machine.fail('no-room', 'The meeting was deleted');
    await until(() => setup.types.includes('connection-lost'));
    expect(setup.types).not.toContain('failed');
    setup.clock.pass(0);
    await until(() => countOf(made) === 2);
    await until(() => playable() === 2);
    setup.machine.say('listening');
    await until(() => setup.types.includes('connection-restored'));
    // A new call has no answer to the turn that was on its way.
    expect([setup.types.slice(-2), setup.machines.length]).toEqual([['connection-restored', 'turn-failed'], 2]);
  });

  it('a running call makes a new call with what was said when the room is gone, and opens the microphone there as it was', async () => {
    const call = await lose();
    setup.isMicrophoneOpen = true;
    call.voice.followSwitches();
    setup.joins = false;
    setup.clock.pass(0);
    await until(() => setup.machines.length === 2);
    setup.machine.fail('no-room', 'The meeting was deleted');
    setup.joins = true;
    await flushPromises();
    setup.clock.pass(1_000);
    await until(() => playable() === 2);
    setup.machine.say('listening');
    await until(() => setup.types.includes('connection-restored'));
    expect(setup.types.slice(-2)).toEqual(['connection-restored', 'turn-failed']);
    await until(() => setup.actions.at(-1) === 'local-audio true');
    expect([countOf(made), countOf(`DELETE /api/voice/calls/${callId}`)]).toEqual([2, 1]);
  });

  it('a running call is brought back though a site that was restarted refuses its renewals meanwhile', async () => {
    await setup.callUntilStarted();
    const renewals = `POST /api/voice/calls/${callId}/renewal`;
    setup.answers[renewals] = () => ({ status: 404 });
    setup.machine.network('interrupted');
    await until(() => setup.types.includes('connection-lost'));
    setup.clock.pass(leaseRenewalMs);
    await until(() => countOf(renewals) === 1);
    await flushPromises();
    expect(setup.types).not.toContain('failed');
    setup.machine.fail('connection-error', 'Signaling connection interrupted');
    await flushPromises();
    setup.clock.pass(0);
    await until(() => setup.types.includes('connection-restored') && playable() === 2);
  });

  it('a running call fails when it is not found within two minutes', async () => {
    await lose();
    setup.clock.pass(120_000);
    expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'network' } });
  });
});
