import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { leaseRenewalMs } from '../api/voice-schemas.ts';
import { createSettingsSource } from '../visit/testing/settings-source.ts';
import { createVoiceCall } from './create-voice-call.ts';
import { callId, callOptions, createTestVoice, flushPromises, machineUrl, until } from './testing/test-voice.ts';

let setup: ReturnType<typeof createTestVoice>;
beforeEach(() => {
  setup = createTestVoice();
});
afterEach(() => setup.end());

const made = 'POST /api/voice/call/web';
const renewed = `POST /api/voice/calls/${callId}/renewal`;
const given = `DELETE /api/voice/calls/${callId}`;
const instances = () => Object.keys((window as { _daily?: { instances: object } })._daily?.instances ?? {});

describe('a call on the real SDKs', () => {
  it('a call on the real SDKs asks for the microphone, connects with the machine of this site and its hash, and emits when the guide listens', async () => {
    await setup.callUntilStarted();
    expect(setup.types).toEqual(['microphone-granted', 'connected']);
    expect(setup.requests).toEqual(['GET /api/voice', made]);
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

  it('a call on the real SDKs opens the microphone only while it is asked to', async () => {
    const call = await setup.callUntilStarted();
    const [microphone] = setup.microphones;
    expect([microphone?.enabled, setup.actions.includes('local-audio true')]).toEqual([false, false]);
    setup.isMicrophoneOpen = true;
    call.voice.followSwitches();
    await until(() => setup.actions.includes('local-audio true'));
    expect(microphone?.enabled).toBe(true);
    setup.isMicrophoneOpen = false;
    call.voice.followSwitches();
    expect(microphone?.enabled).toBe(false);
  });

  it('a call on the real SDKs silences the guide at once and sends it to the far side', async () => {
    const call = await setup.callUntilStarted();
    const player = document.querySelector('audio');
    setup.isGuideMuted = true;
    call.voice.followSwitches();
    expect([player?.volume, player?.muted]).toEqual([0, true]);
    await until(() => setup.actions.some((action) => action.includes('mute-assistant')));
  });

  it('a call on the real SDKs is as loud as the visitor sets it, and is asked for at the visitor’s rate, as far as its voice can follow', async () => {
    const session = createSettingsSource({ volume: 60, speechRate: 1.5 });
    const call = await setup.callUntilStarted({ session });
    const player = document.querySelector('audio');
    expect(setup.bodies[0]).toMatchObject({ assistantOverrides: { variableValues: { speechRate: 1.2 } } });
    expect(player?.volume).toBe(0.6);
    setup.isGuideMuted = true;
    call.voice.followSwitches();
    session.change({ volume: 30 });
    expect(player?.volume).toBe(0);
    setup.isGuideMuted = false;
    call.voice.followSwitches();
    expect(player?.volume).toBe(0.3);
  });

  it('a call on the real SDKs refuses what daily-js would throw at', async () => {
    const call = await setup.callUntilStarted();
    for (const [at, text] of ['x'.repeat(3_900), 'x'.repeat(4_096), '"'.repeat(2_000)].entries()) call.send({ turn: at + 1, text });
    const failure = { category: 'malformed' };
    expect(setup.events.slice(2)).toEqual([2, 3].map((turn) => ({ type: 'turn-failed', turn, failure })));
  });

  it('a call on the real SDKs ends with nothing left: no call object, no audio element, no open track, the place given back', async () => {
    const call = await setup.callUntilStarted();
    call.close('visitor');
    await until(() => instances().length === 0);
    expect([document.querySelector('audio'), setup.microphones[0]?.readyState, setup.requests.at(-1)]).toEqual([null, 'ended', given]);
    expect(setup.actions.some((action) => action.includes('end-call'))).toBe(true);
    expect([setup.types.at(-1), setup.clock.waiting()]).toEqual(['connected', 0]);
    call.send({ turn: 1, text: 'too late' });
    expect(setup.types.at(-1)).toBe('connected');
  });

  it('a call on the real SDKs renews its place every eight seconds', async () => {
    await setup.callUntilStarted();
    setup.clock.pass(8_000);
    await flushPromises();
    setup.clock.pass(8_000);
    expect(setup.requests.filter((request) => request === renewed)).toHaveLength(2);
  });

  it.each([403, 404])(
    'a call on the real SDKs whose renewal is refused with %d is over at once, and told as ended by the site',
    async (status) => {
      await setup.callUntilStarted();
      setup.answers[renewed] = () => ({ status });
      setup.clock.pass(leaseRenewalMs);
      await until(() => setup.types.includes('failed'));
      expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'ended' } });
      await until(() => instances().length === 0);
      expect(setup.clock.waiting()).toBe(0);
    },
  );

  it('a call on the real SDKs lives on while a site that is being started answers no renewal', async () => {
    await setup.callUntilStarted();
    for (const status of [429, 502, 503, 204]) {
      setup.answers[renewed] = () => ({ status });
      setup.clock.pass(leaseRenewalMs);
      await flushPromises();
    }
    expect(setup.types).toEqual(['microphone-granted', 'connected']);
  });

  it('a call on the real SDKs passes on how the guide ended it, not how the room closed', async () => {
    await setup.callUntilStarted();
    setup.machine.say({ type: 'status-update', status: 'ended', endedReason: 'silence-timed-out' });
    setup.machine.fail('ejected', 'Meeting has ended');
    await until(() => setup.types.includes('ended'));
    expect(setup.events.at(-1)).toEqual({ type: 'ended', reason: 'silence-timed-out' });
  });

  it('a call on the real SDKs fails when the room closes without a reason', async () => {
    await setup.callUntilStarted();
    setup.machine.fail('ejected', 'Meeting has ended');
    await until(() => setup.types.includes('failed'));
    expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'ended' } });
  });

  it('a call on the real SDKs asks for no microphone of a visitor who listens and types', async () => {
    await setup.callUntilStarted({ withoutMicrophone: true });
    expect([setup.events[0], setup.microphones]).toEqual([{ type: 'microphone-granted', hearing: 'none' }, []]);
  });
});

describe('a call in which the browser recognises speech', () => {
  beforeEach(() => {
    setup.hearing = 'browser';
  });

  it('a call in which the browser recognises speech asks for the microphone before it says that it is granted, and opens none itself', async () => {
    await setup.callUntilStarted();
    expect(setup.events[0]).toEqual({ type: 'microphone-granted', hearing: 'browser' });
    expect(setup.microphones.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  it('a call in which the browser recognises speech never says “granted” of a microphone that is blocked, however often it is asked for', async () => {
    setup.permission = 'denied';
    setup.refusal = 'NotAllowedError';
    for (let time = 0; time < 2; time += 1) {
      setup.call();
      await until(() => setup.types.length > time);
      setup.clock.pass(1_000);
    }
    expect(setup.types).toEqual(['failed', 'failed']);
    expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'microphone-denied' } });
  });
});

describe('a call that is ended while it starts', () => {
  it('a call that is ended while it starts at 0 ms never asks for a place', async () => {
    setup.call().close('visitor');
    await flushPromises();
    expect([setup.requests.includes(made), setup.types]).toEqual([false, []]);
  });

  it('a call that is ended while it starts while its place is being asked for gives the place back and never joins', async () => {
    let answer: (value: { status: number; body: unknown }) => void = () => {};
    setup.answers[made] = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const call = setup.call();
    await until(() => setup.requests.includes(made));
    call.close('visitor');
    answer({ status: 201, body: setup.webCall });
    await until(() => setup.requests.includes(given));
    await flushPromises();
    expect([setup.scripts.length, instances(), setup.microphones[0]?.readyState]).toEqual([0, [], 'ended']);
  });

  it('a call that is ended while it starts while the machine is loading leaves no call object', async () => {
    setup.loads = false;
    const call = setup.call();
    await until(() => setup.scripts.length === 1);
    call.close('visitor');
    await until(() => instances().length === 0);
    expect(setup.requests.at(-1)).toBe(given);
  });

  it('a call that is ended while it starts while it joins leaves the room', async () => {
    setup.joins = false;
    const call = setup.call();
    await until(() => setup.actions.includes('join-meeting'));
    call.close('visitor');
    await until(() => instances().length === 0);
    expect([setup.actions.includes('leave-meeting'), setup.types]).toEqual([true, ['microphone-granted']]);
  });

  it('a call that is ended while it starts while the visitor is asked for the microphone stops what is granted late', async () => {
    let grant: () => void = () => {};
    const { mediaDevices } = setup.page.navigator;
    const ask = mediaDevices?.getUserMedia.bind(mediaDevices);
    Object.assign(mediaDevices ?? {}, {
      getUserMedia: async () => {
        await new Promise<void>((resolve) => {
          grant = resolve;
        });
        return ask?.();
      },
    });
    const call = setup.call();
    await until(() => setup.requests.includes('GET /api/voice'));
    await flushPromises();
    call.close('visitor');
    grant();
    await until(() => setup.microphones[0]?.readyState === 'ended');
    expect(setup.types).toEqual([]);
  });
});

describe('connecting', () => {
  it('connecting is slow after four seconds and fails after its limit; who joins late is sent away', async () => {
    setup.joins = false;
    setup.call({ limitMs: 10_000 });
    await until(() => setup.actions.includes('join-meeting'));
    setup.clock.pass(4_000);
    expect(setup.types.at(-1)).toBe('slow');
    setup.clock.pass(6_000);
    expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category: 'timeout' } });
    await until(() => instances().length === 0);
    expect(setup.requests.at(-1)).toBe(given);
  });

  it('connecting waits for a slot, reports the queue, and joins by itself', async () => {
    const busy = { code: 'busy', message: '', ahead: 2, retryAfterSeconds: 3, requestId: 'r' };
    setup.answers[made] = () => ({ status: 503, body: busy });
    setup.call();
    await until(() => setup.types.includes('queued'));
    expect(setup.events.at(-1)).toEqual({ type: 'queued', ahead: 2 });
    delete setup.answers[made];
    // Far beyond the limit of connecting: waiting in a queue is no connecting.
    setup.clock.pass(3_000);
    await until(() => setup.actions.includes('app-msg "playable"'));
    setup.machine.say('listening');
    await until(() => setup.types.includes('connected'));
    expect(setup.types).toEqual(['microphone-granted', 'queued', 'queued', 'connected']);
  });

  it.each([
    [502, { code: 'upstream-failed', message: '', requestId: 'r' }, 'refused'],
    [504, { code: 'upstream-timeout', message: '', requestId: 'r' }, 'timeout'],
  ])('connecting reports a gateway that answers %i', async (status, body, category) => {
    setup.answers[made] = () => ({ status, body });
    setup.call();
    await until(() => setup.types.includes('failed'));
    expect(setup.events.at(-1)).toEqual({ type: 'failed', failure: { category } });
  });
});

describe('a page', () => {
  it('a page has one call: the next ends it, waits 300 ms after it has closed, and uses a new call object', async () => {
    const first: string[] = [];
    const { page, clock } = setup;
    createVoiceCall({ page, clock, call: callOptions }).connect((event) =>
      first.push(event.type === 'ended' ? `ended ${event.reason}` : event.type),
    );
    await until(() => setup.actions.includes('join-meeting'));
    setup.call();
    await until(() => instances().length === 0);
    await flushPromises();
    expect([first.at(-1), setup.types]).toEqual(['ended replaced', []]);
    setup.clock.pass(299);
    await flushPromises();
    expect(setup.types).toEqual([]);
    setup.clock.pass(1);
    await until(() => setup.machines.length === 2);
    expect(setup.types).toEqual(['microphone-granted']);
  });

  it('a page rejects a call after a second when the one before does not go', async () => {
    await setup.callUntilStarted();
    setup.leaves = false;
    setup.events.length = 0;
    const { page, clock } = setup;
    const emitted: unknown[] = [];
    createVoiceCall({ page, clock, call: callOptions }).connect((event) => emitted.push(event));
    await flushPromises();
    setup.clock.pass(1_000);
    await until(() => emitted.length > 0);
    expect(emitted).toEqual([{ type: 'failed', failure: { category: 'timeout' } }]);
    setup.leaves = true;
    setup.machine.leave();
  });
});
