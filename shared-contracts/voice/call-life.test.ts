import { afterEach, beforeEach, expect, it } from '@rstest/core';
import { leaseRenewalMs } from '../api/voice-schemas.ts';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { createDeferred } from './testing/deferred.ts';
import { callOptions, createTestVoice, facts, flushPromises, given, machineUrl, made, renewed, until } from './testing/test-voice.ts';
import { VoiceCall } from './voice-call.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const failed = (category: string) => ({ type: 'failed', failure: { category } });

it('a call asks for the microphone, loads the site’s call machine by its hash, and is connected when the guide listens', async () => {
  await setup.callUntilStarted();
  expect(setup.types).toEqual(['microphone-granted', 'connected']);
  expect(setup.requests).toEqual([facts, made]);
  expect(setup.bodies[0]).toMatchObject({
    assistantOverrides: { variableValues: { visit: JSON.stringify(callOptions.visit()), pastTranscriptSummary: 'so far' } },
    roomDeleteOnUserLeaveEnabled: false,
  });
  const [script] = setup.scripts;
  expect([script?.getAttribute('src'), script?.integrity.slice(0, 9), script?.crossOrigin]).toEqual([
    ...[machineUrl, 'sha384-aa', 'anonymous'],
  ]);
  expect(Object.hasOwn(document.head, 'appendChild')).toBe(false);
});

it('the microphone track is enabled only while the microphone is open', async () => {
  const call = await setup.callUntilStarted();
  const [microphone] = setup.microphones;
  expect([microphone?.enabled, setup.actions.includes('local-audio true')]).toEqual([false, false]);
  call.switch({ isMicrophoneOpen: true });
  await until(() => setup.actions.includes('local-audio true'));
  expect(microphone?.enabled).toBe(true);
  call.switch({ isMicrophoneOpen: false });
  expect(microphone?.enabled).toBe(false);
});

it('muting the guide mutes the audio element at once and tells the platform', async () => {
  const call = await setup.callUntilStarted();
  const player = document.querySelector('audio');
  call.switch({ isGuideMuted: true });
  expect([player?.volume, player?.muted]).toEqual([0, true]);
  await until(() => setup.actions.some((action) => action.includes('mute-assistant')));
});

it('a call follows the visitor’s volume and sends the visitor’s rate up to 1.2', async () => {
  const session = createSettingsSource({ volume: 60, speechRate: 1.5 });
  const call = await setup.callUntilStarted({ session });
  const player = document.querySelector('audio');
  expect(setup.bodies[0]).toMatchObject({ assistantOverrides: { variableValues: { speechRate: 1.2 } } });
  expect(player?.volume).toBe(0.6);
  call.switch({ isGuideMuted: true });
  session.change({ volume: 30 });
  expect(player?.volume).toBe(0);
  call.switch({ isGuideMuted: false });
  expect(player?.volume).toBe(0.3);
});

it('a message over the limit of daily-js fails its turn as malformed', async () => {
  const call = await setup.callUntilStarted();
  for (const [at, text] of ['x'.repeat(3_900), 'x'.repeat(4_096), '"'.repeat(2_000)].entries()) call.send({ turn: at + 1, text });
  const failure = { category: 'malformed' };
  expect(setup.events.slice(2)).toEqual([2, 3].map((turn) => ({ type: 'turn-failed', turn, failure })));
});

it('close() removes the call object, the audio element and the track, and releases the slot', async () => {
  const call = await setup.callUntilStarted();
  call.close('visitor');
  await until(() => setup.instances().length === 0);
  expect([document.querySelector('audio'), setup.microphones[0]?.readyState, setup.requests.at(-1)]).toEqual([null, 'ended', given]);
  expect(setup.actions.some((action) => action.includes('end-call'))).toBe(true);
  expect([setup.types.at(-1), setup.clock.waiting()]).toEqual(['connected', 0]);
  call.send({ turn: 1, text: 'too late' });
  expect(setup.types.at(-1)).toBe('connected');
});

it('a call renews its slot every 8 s', async () => {
  await setup.callUntilStarted();
  setup.clock.pass(8_000);
  await flushPromises();
  setup.clock.pass(8_000);
  expect(setup.count(renewed)).toBe(2);
});

it.each([403, 404])('a call whose renewal is answered with %d fails with `ended`', async (status) => {
  await setup.callUntilStarted();
  setup.answers[renewed] = () => ({ status });
  setup.clock.pass(leaseRenewalMs);
  expect(await setup.emits('failed')).toEqual(failed('ended'));
  await until(() => setup.instances().length === 0);
  expect(setup.clock.waiting()).toBe(0);
});

it('a call continues if lease renewals are answered with 429, 502 or 503', async () => {
  await setup.callUntilStarted();
  for (const status of [429, 502, 503, 204]) {
    setup.answers[renewed] = () => ({ status });
    setup.clock.pass(leaseRenewalMs);
    await flushPromises();
  }
  expect(setup.types).toEqual(['microphone-granted', 'connected']);
});

it('a call that the guide ends emits the guide’s reason', async () => {
  await setup.callUntilStarted();
  setup.machine.say({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
  setup.machine.fail('ejected', 'Meeting has ended');
  expect(await setup.emits('ended')).toEqual({ type: 'ended', reason: 'silence-timed-out' });
});

it('if a room closes without a reason, the call fails with `ended`', async () => {
  await setup.callUntilStarted();
  setup.machine.fail('ejected', 'Meeting has ended');
  expect(await setup.emits('failed')).toEqual(failed('ended'));
});

it('a call without a microphone asks for no microphone', async () => {
  await setup.callUntilStarted({ withoutMicrophone: true });
  expect([setup.events[0], setup.microphones]).toEqual([{ type: 'microphone-granted', hearing: 'none' }, []]);
});

it('a call with the browser’s recogniser asks for the microphone and releases it at once', async () => {
  setup.hearing = 'browser';
  await setup.callUntilStarted();
  expect(setup.events[0]).toEqual({ type: 'microphone-granted', hearing: 'browser' });
  expect(setup.microphones.map(({ readyState }) => readyState)).toEqual(['ended']);
});

it('a call with the browser’s recogniser fails each time if the microphone is blocked', async () => {
  Object.assign(setup, { hearing: 'browser', permission: 'denied', refusal: 'NotAllowedError' });
  for (let time = 0; time < 2; time += 1) {
    setup.call();
    await until(() => setup.types.length > time);
    setup.clock.pass(1_000);
  }
  expect(setup.events).toEqual([failed('microphone-denied'), failed('microphone-denied')]);
});

it('a call closed at once requests no slot', async () => {
  setup.call().close('visitor');
  await flushPromises();
  expect([setup.requests.includes(made), setup.types]).toEqual([false, []]);
});

it('a call closed while its slot is requested releases the slot and never joins', async () => {
  const answer = createDeferred<{ status: number; body: unknown }>();
  setup.answers[made] = () => answer.promise;
  const call = setup.call();
  await until(() => setup.requests.includes(made));
  call.close('visitor');
  answer.resolve({ status: 201, body: setup.webCall });
  await until(() => setup.requests.includes(given));
  await flushPromises();
  expect([setup.scripts.length, setup.instances(), setup.microphones[0]?.readyState]).toEqual([0, [], 'ended']);
});

it.each([
  ['while the call machine loads', { loads: false }, () => setup.scripts.length === 1, false],
  ['while joining', { joins: false }, () => setup.actions.includes('join-meeting'), true],
])('a call closed %s leaves the room, no call object and no slot', async (_, change, isReached, leaves) => {
  const call = Object.assign(setup, change).call();
  await until(isReached);
  call.close('visitor');
  await until(() => setup.instances().length === 0);
  expect([setup.actions.includes('leave-meeting'), setup.requests.at(-1), setup.types]).toEqual([leaves, given, ['microphone-granted']]);
});

it('a call closed during the permission prompt stops a track that is granted late', async () => {
  const granted = createDeferred();
  const { mediaDevices } = setup.page.navigator;
  const ask = mediaDevices?.getUserMedia.bind(mediaDevices);
  Object.assign(mediaDevices ?? {}, { getUserMedia: () => granted.promise.then(() => ask?.()) });
  const call = setup.call();
  await until(() => setup.requests.includes(facts));
  await flushPromises();
  call.close('visitor');
  granted.resolve();
  await until(() => setup.microphones[0]?.readyState === 'ended');
  expect(setup.types).toEqual([]);
});

it('connecting is slow after 4 s and fails at its limit, and a late join leaves the room', async () => {
  setup.joins = false;
  setup.call({ limitMs: 10_000 });
  await until(() => setup.actions.includes('join-meeting'));
  setup.clock.pass(4_000);
  expect(setup.types.at(-1)).toBe('slow');
  setup.clock.pass(6_000);
  expect(setup.events.at(-1)).toEqual(failed('timeout'));
  await until(() => setup.instances().length === 0);
  expect(setup.requests.at(-1)).toBe(given);
});

it('connecting waits in the queue beyond its limit, reports the position and joins by itself', async () => {
  const busy = { code: 'busy', message: '', ahead: 2, retryAfterSeconds: 3, requestId: 'r' };
  setup.answers[made] = () => ({ status: 503, body: busy });
  setup.call();
  expect(await setup.emits('queued')).toEqual({ type: 'queued', ahead: 2 });
  delete setup.answers[made];
  // Far beyond the limit of connecting, because a queue does not count.
  setup.clock.pass(3_000);
  await until(() => setup.actions.includes('app-msg "playable"'));
  setup.machine.say('listening');
  await setup.emits('connected');
  expect(setup.types).toEqual(['microphone-granted', 'queued', 'queued', 'connected']);
});

it.each([
  [502, 'upstream-failed', 'refused'],
  [504, 'upstream-timeout', 'timeout'],
])('a gateway that answers %i fails the call', async (status, code, category) => {
  setup.answers[made] = () => ({ status, body: { code, message: '', requestId: 'r' } });
  setup.call();
  expect(await setup.emits('failed')).toEqual(failed(category));
});

it('a second call ends the first and waits 300 ms before its own call object', async () => {
  const first: string[] = [];
  const { page, clock } = setup;
  new VoiceCall({ page, clock, call: callOptions }).connect((event) =>
    first.push(event.type === 'ended' ? `ended ${event.reason}` : event.type),
  );
  await until(() => setup.actions.includes('join-meeting'));
  setup.call();
  await until(() => setup.instances().length === 0);
  await flushPromises();
  expect([first.at(-1), setup.types]).toEqual(['ended replaced', []]);
  setup.clock.pass(299);
  await flushPromises();
  expect(setup.types).toEqual([]);
  setup.clock.pass(1);
  await until(() => setup.machines.length === 2);
  expect(setup.types).toEqual(['microphone-granted']);
});

it('a second call fails with `timeout` if the first does not end within 1 s', async () => {
  await setup.callUntilStarted();
  setup.leaves = false;
  setup.events.length = 0;
  const { page, clock } = setup;
  const emitted: unknown[] = [];
  new VoiceCall({ page, clock, call: callOptions }).connect((event) => emitted.push(event));
  await flushPromises();
  setup.clock.pass(1_000);
  await until(() => emitted.length > 0);
  expect(emitted).toEqual([failed('timeout')]);
  setup.leaves = true;
  setup.machine.leave();
});
