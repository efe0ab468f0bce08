import { afterEach, beforeEach, expect, it, onTestFinished, rstest } from '@rstest/core';
import { leaseRenewalMs } from '../api/voice-schemas.ts';
import { replaceProperty } from '../kit/testing/replace-property.ts';
import { checkVoice } from './check-voice.ts';
import { fetchCallMachine } from './prepare-call.ts';
import { callId, createTestVoice, flushPromises, machineUrl, until } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const facts = 'GET /api/voice';
const made = 'POST /api/voice/call/web';
const instances = () => Object.keys((window as { _daily?: { instances: object } })._daily?.instances ?? {});
const playable = () => setup.actions.filter((action) => action === 'app-msg "playable"').length;
const countOf = (request: string) => setup.requests.filter((one) => one === request).length;

it('fetchCallMachine() fetches the machine once its URL is known and opens nothing else', async () => {
  await fetchCallMachine(setup.page);
  expect(setup.requests).toEqual([]);
  await checkVoice(setup.page, setup.clock);
  await fetchCallMachine(setup.page);
  expect(setup.requests).toEqual([facts, `GET ${machineUrl}`]);
  expect([setup.microphones, setup.scripts, setup.clock.waiting()]).toEqual([[], [], 0]);
});

it('a call loads the machine itself if the fetch ahead fails', async () => {
  setup.answers[`GET ${machineUrl}`] = () => Promise.reject(new TypeError('fetch'));
  await checkVoice(setup.page, setup.clock);
  await fetchCallMachine(setup.page);
  await setup.callUntilStarted();
});

it('the first call uses the facts of checkVoice(), and the next call requests the facts again', async () => {
  await checkVoice(setup.page, setup.clock);
  const call = await setup.callUntilStarted();
  expect(setup.requests).toEqual([facts, made]);
  call.close('visitor');
  setup.call();
  await until(() => {
    setup.clock.pass(300);
    return countOf(facts) === 2;
  });
});

it('a call requests the facts again if they are ten minutes old', async () => {
  await checkVoice(setup.page, setup.clock);
  setup.clock.pass(600_000);
  await setup.callUntilStarted();
  expect(setup.requests).toEqual([facts, facts, made]);
});

it('a call on a phone does not wait 1 s for the microphone', async () => {
  const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
  replaceProperty(navigator, 'userAgent', phone);
  const timeouts = rstest.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => timeouts.mockRestore());
  await setup.callUntilStarted();
  expect(timeouts.mock.calls.filter(([, delayMs]) => delayMs === 1_000)).toEqual([]);
});

async function lose() {
  const call = await setup.callUntilStarted();
  setup.machine.fail('connection-error', 'Signaling connection interrupted');
  await until(() => setup.types.includes('connection-lost'));
  return call;
}

it('a call emits the loss and the return of its room', async () => {
  await setup.callUntilStarted();
  setup.machine.network('interrupted');
  await until(() => setup.types.includes('connection-lost'));
  setup.machine.network('connected');
  await until(() => setup.types.includes('connection-restored'));
  expect(setup.events.slice(-2)).toEqual([{ type: 'connection-lost' }, { type: 'connection-restored' }]);
});

it('a call rejoins its room if the call machine gave up', async () => {
  await lose();
  setup.clock.pass(0);
  await until(() => setup.types.includes('connection-restored'));
  expect(setup.events.at(-1)).toEqual({ type: 'connection-restored' });
  expect([countOf(made), setup.machines.length]).toEqual([1, 2]);
  // The SDK does not handle an end while its player starts.
  await until(() => playable() === 2);
});

it('a call whose room is gone at once makes a new call', async () => {
  await setup.callUntilStarted();
  setup.machine.fail('no-room', 'The meeting was deleted');
  await until(() => setup.types.includes('connection-lost'));
  expect(setup.types).not.toContain('failed');
  setup.clock.pass(0);
  await until(() => countOf(made) === 2);
  await until(() => playable() === 2);
  setup.machine.say('listening');
  await until(() => setup.types.includes('connection-restored'));
  // A new call does not answer the pending turn.
  expect([setup.types.slice(-2), setup.machines.length]).toEqual([['connection-restored', 'turn-failed'], 2]);
});

it('a call whose room is gone makes a new call with the summary and the same microphone state', async () => {
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

it('a lost call is restored even if a restarted site refuses its renewals', async () => {
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

it('a lost call fails after two minutes', async () => {
  await lose();
  setup.clock.pass(120_000);
  expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'network' } });
});

it.each([
  ['prompt', 'prompt', 'lost'],
  ['granted', 'denied', 'revoked'],
] as const)(
  'a call continues if its microphone ends, and reports the loss by its permission: %s, then %s',
  async (before, after, microphone) => {
    setup.permission = before;
    await setup.callUntilStarted();
    setup.permission = after;
    setup.microphones[0]?.lose();
    await until(() => setup.types.includes('hearing-lost'));
    expect([setup.events.at(-1), instances().length]).toEqual([{ type: 'hearing-lost', microphone }, 1]);
  },
);

it('a call emits when the system takes and returns the microphone', async () => {
  await setup.callUntilStarted();
  setup.microphones[0]?.mute(true);
  setup.microphones[0]?.mute(false);
  expect(setup.events.slice(-2)).toEqual([
    { type: 'microphone-taken', isTaken: true },
    { type: 'microphone-taken', isTaken: false },
  ]);
});

it('a call continues if the call machine reports a fault of the microphone', async () => {
  await setup.callUntilStarted();
  setup.machine.failDevice('mic-in-use');
  await until(() => setup.types.includes('hearing-lost'));
  expect([setup.events.at(-1), instances().length]).toEqual([{ type: 'hearing-lost', microphone: 'lost' }, 1]);
});

it('a call continues if the recogniser loses a granted microphone', async () => {
  setup.hearing = 'browser';
  setup.permission = 'granted';
  await setup.callUntilStarted();
  setup.permission = 'denied';
  setup.recognitions[0]?.onerror?.({ error: 'not-allowed' });
  await until(() => setup.types.includes('hearing-lost'));
  expect(setup.events.at(-1)).toEqual({ type: 'hearing-lost', microphone: 'revoked' });
});

it.each([
  ['audio-capture', { microphone: 'lost' }],
  ['network', {}],
])('a call continues without a recogniser that fails twice by %s', async (error, loss) => {
  setup.hearing = 'browser';
  await setup.callUntilStarted();
  for (let time = 0; time < 2; time += 1) {
    setup.recognitions[time]?.onerror?.({ error });
    setup.recognitions[time]?.onend?.();
    setup.clock.pass(500);
  }
  await until(() => setup.types.includes('hearing-lost'));
  expect(setup.events.at(-1)).toEqual({ type: 'hearing-lost', ...loss });
  expect([setup.recognitions.length, instances().length]).toEqual([2, 1]);
});
