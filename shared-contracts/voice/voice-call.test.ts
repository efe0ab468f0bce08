import { afterEach, beforeEach, expect, it, onTestFinished, rstest } from '@rstest/core';
import { leaseRenewalMs } from '../api/voice-schemas.ts';
import { replaceProperty } from '../kit/testing/replace-property.ts';
import { checkVoice } from './check-voice.ts';
import { fetchCallMachine } from './prepare-call.ts';
import { createTestVoice, facts, flushPromises, given, machineUrl, made, renewed, until } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const playable = () => setup.actions.filter((action) => action === 'app-msg "playable"').length;

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
    return setup.count(facts) === 2;
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
  await setup.emits('connection-lost');
  return call;
}

it('a call emits the loss and the return of its room', async () => {
  await setup.callUntilStarted();
  setup.machine.network('interrupted');
  expect(await setup.emits('connection-lost')).toEqual({ type: 'connection-lost' });
  setup.machine.network('connected');
  expect(await setup.emits('connection-restored')).toEqual({ type: 'connection-restored' });
});

it('a call rejoins its room if the call machine gave up', async () => {
  await lose();
  setup.clock.pass(0);
  expect(await setup.emits('connection-restored')).toEqual({ type: 'connection-restored' });
  expect([setup.count(made), setup.machines.length]).toEqual([1, 2]);
  // The SDK does not handle the end of a call while the SDK's player starts.
  await until(() => playable() === 2);
});

it('a call whose room is gone at once makes a new call', async () => {
  await setup.callUntilStarted();
  setup.machine.fail('no-room', 'The meeting was deleted');
  expect(await setup.emits('connection-lost')).toEqual({ type: 'connection-lost' });
  setup.clock.pass(0);
  await until(() => setup.count(made) === 2 && playable() === 2);
  setup.machine.say('listening');
  await setup.emits('connection-restored');
  // A new call does not answer the pending turn.
  expect([setup.types.slice(-2), setup.machines.length]).toEqual([['connection-restored', 'turn-failed'], 2]);
});

it('a call whose room is gone makes a new call with the summary and the same microphone state', async () => {
  const call = await lose();
  call.switch({ isMicrophoneOpen: true });
  setup.joins = false;
  setup.clock.pass(0);
  await until(() => setup.machines.length === 2);
  setup.machine.fail('no-room', 'The meeting was deleted');
  setup.joins = true;
  await flushPromises();
  setup.clock.pass(1_000);
  await until(() => playable() === 2);
  setup.machine.say('listening');
  await setup.emits('connection-restored');
  expect(setup.types.slice(-2)).toEqual(['connection-restored', 'turn-failed']);
  await until(() => setup.actions.at(-1) === 'local-audio true');
  expect([setup.count(made), setup.count(given)]).toEqual([2, 1]);
  const summary = { assistantOverrides: { variableValues: { pastTranscriptSummary: 'so far' } } };
  expect(setup.bodies).toMatchObject([summary, summary]);
});

it('a lost call is restored even if a restarted site refuses its renewals', async () => {
  await setup.callUntilStarted();
  setup.answers[renewed] = () => ({ status: 404 });
  setup.machine.network('interrupted');
  await setup.emits('connection-lost');
  setup.clock.pass(leaseRenewalMs);
  await until(() => setup.count(renewed) === 1);
  await flushPromises();
  expect(setup.types).not.toContain('failed');
  setup.machine.fail('connection-error', 'Signaling connection interrupted');
  await flushPromises();
  setup.clock.pass(0);
  await until(() => setup.types.includes('connection-restored') && playable() === 2);
});

it('a lost call fails after two minutes', async () => {
  await lose();
  setup.clock.pass(119_999);
  expect(setup.types).not.toContain('failed');
  setup.clock.pass(1);
  expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'network' } });
});

const refused = { error: 'not-allowed' };
const deny = () => Object.assign(setup, { permission: 'denied' as const });
it.each([
  ['its microphone is unplugged', {}, () => setup.microphones[0]?.lose(), 'lost'],
  ['its microphone is revoked', { permission: 'granted' }, () => deny().microphones[0]?.lose(), 'revoked'],
  ['the call machine reports a fault of the microphone', {}, () => setup.machine.failDevice('mic-in-use'), 'lost'],
  ['its recogniser is refused', { hearing: 'browser', permission: 'granted' }, () => deny().recognitions[0]?.onerror?.(refused), 'revoked'],
])('a call continues and reports the reason if %s', async (_, before, fail, microphone) => {
  await Object.assign(setup, before).callUntilStarted();
  fail();
  expect([await setup.emits('hearing-lost'), setup.instances().length]).toEqual([{ type: 'hearing-lost', microphone }, 1]);
});

it('a call emits when the system takes and returns the microphone', async () => {
  await setup.callUntilStarted();
  setup.microphones[0]?.mute(true);
  setup.microphones[0]?.mute(false);
  expect(setup.events.slice(-2)).toEqual([
    { type: 'microphone-taken', isTaken: true },
    { type: 'microphone-taken', isTaken: false },
  ]);
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
  expect(await setup.emits('hearing-lost')).toEqual({ type: 'hearing-lost', ...loss });
  expect([setup.recognitions.length, setup.instances().length]).toEqual([2, 1]);
});
