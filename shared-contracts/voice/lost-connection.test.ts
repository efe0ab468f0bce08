import { afterEach, beforeEach, describe, expect, it, rstest } from '@rstest/core';
import { callId, createTestVoice, flushPromises, until } from './testing/test-voice.ts';

let stage: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  for (const method of ['warn', 'error', 'log'] as const) rstest.spyOn(console, method).mockImplementation(() => undefined);
  stage = createTestVoice();
});
afterEach(async () => {
  await stage.end();
  rstest.restoreAllMocks();
});

const made = 'POST /api/voice/call/web';
const playable = () => stage.actions.filter((action) => action === 'app-msg "playable"').length;
const countOf = (request: string) => stage.requests.filter((one) => one === request).length;

async function lose() {
  const call = await stage.callUntilStarted();
  stage.machine.fail('connection-error', 'Signaling connection interrupted');
  await until(() => stage.types.includes('connection-lost'));
  return call;
}

describe('a running call', () => {
  it('emits that the machine lost its room and found it again', async () => {
    await stage.callUntilStarted();
    stage.machine.network('interrupted');
    await until(() => stage.types.includes('connection-lost'));
    stage.machine.network('connected');
    await until(() => stage.types.includes('connection-restored'));
    expect(stage.events.slice(-2)).toEqual([{ type: 'connection-lost' }, { type: 'connection-restored', isNewCall: false }]);
  });

  it('returns to its room when the machine gave up', async () => {
    await lose();
    stage.clock.pass(0);
    await until(() => stage.types.includes('connection-restored'));
    expect(stage.events.at(-1)).toEqual({ type: 'connection-restored', isNewCall: false });
    expect([countOf(made), stage.machines.length]).toEqual([1, 2]);
    // The SDK does not expect an end while its player begins.
    await until(() => playable() === 2);
  });

  it('looks for another room when its own is gone at once, as after a crash of the museum’s side', async () => {
    await stage.callUntilStarted();
    stage.machine.fail('no-room', 'The meeting was deleted');
    await until(() => stage.types.includes('connection-lost'));
    expect(stage.types).not.toContain('failed');
  });

  it('makes a new call with what was said when the room is gone, and opens the microphone there as it was', async () => {
    const call = await lose();
    call.setMicrophoneOpen(true);
    stage.joins = false;
    stage.clock.pass(0);
    await until(() => stage.machines.length === 2);
    stage.machine.fail('no-room', 'The meeting was deleted');
    stage.joins = true;
    await flushPromises();
    stage.clock.pass(1_000);
    await until(() => playable() === 2);
    stage.machine.say('listening');
    await until(() => stage.types.includes('connection-restored'));
    expect(stage.events.at(-1)).toEqual({ type: 'connection-restored', isNewCall: true });
    await until(() => stage.actions.at(-1) === 'local-audio true');
    expect([countOf(made), countOf(`DELETE /api/voice/calls/${callId}`)]).toEqual([2, 1]);
  });

  it('fails when it is not found within two minutes', async () => {
    await lose();
    stage.clock.pass(120_000);
    expect(stage.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'network' } });
  });
});
