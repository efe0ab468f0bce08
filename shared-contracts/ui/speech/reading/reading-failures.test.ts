import { describe, expect, it } from '@rstest/core';
import { ApiError } from '../../../api/api-error.ts';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import { createSettingsSource } from '../../../visit/testing/settings-source.ts';
import { createReader } from './create-reader.ts';
import { createFakeSpeech } from './testing/fake-sound.ts';
import { openReader } from './testing/open-reader.ts';

const network = () => new ApiError('network', 'Network Error');
const upstream = { sentence: 'speech.other', reason: 'speech.reason.upstream' };

describe('a reading that fails', () => {
  it('a reading that fails for want of a connection says so, once the site was tried', async () => {
    const { listen, fail, disconnect, reader, checks, newest } = openReader();
    disconnect();
    await listen();
    await fail(network());
    expect(reader.getState()).toEqual({ id: 'a', state: 'error', problem: { sentence: 'speech.network' } });
    expect([checks(), newest().state]).toEqual([1, 'closed']);
  });

  it('a reading that fails with a connection blames the service, whose refusals need no trial', async () => {
    const { listen, fail, reader, checks } = openReader();
    await listen();
    await fail(network());
    expect(reader.getState().problem).toEqual(upstream);
    await listen();
    await fail(new ApiError('refused', '', { code: 'busy', status: 503 }));
    expect(reader.getState().problem).toEqual({ sentence: 'speech.busy' });
    expect(checks()).toBe(1);
  });

  it('a reading that fails lets the piece before be heard to its end', async () => {
    const { listen, come, fail, pass, reader } = openReader();
    await listen();
    await come(2);
    await fail(new ApiError('refused', '', { code: 'upstream-failed', status: 502 }));
    expect(reader.getState().state).toBe('playing');
    await pass(2.05);
    expect(reader.getState()).toEqual({ id: 'a', state: 'error', problem: upstream });
  });

  it('a reading that fails can be asked for again, and asks only for what it lacks', async () => {
    const { listen, come, fail, pass, reader, asked } = openReader();
    await listen();
    await come(2);
    await fail(network());
    await pass(2.05);
    await listen();
    expect(reader.getState()).toEqual({ id: 'a', state: 'playing' });
    expect(asked.map(({ text }) => text.slice(-8))).toEqual([' alone.', ' second.', ' second.'].map((end) => expect.stringContaining(end)));
  });

  it('a reading that fails says nothing when it was stopped before the trial had ended', async () => {
    const { listen, asked, reader } = openReader();
    await listen();
    asked[0]?.fail(network());
    reader.stop();
    await listen('b', 'Another answer.');
    expect(reader.getState()).toEqual({ id: 'b', state: 'loading' });
  });

  it('a reading that fails because what came is no sound fails in playing', async () => {
    const { listen, come, reader, checks } = openReader();
    await listen();
    await come(0);
    expect([reader.getState().problem, checks()]).toEqual([{ sentence: 'speech.playback' }, 0]);
  });

  it('a reading that fails because the browser wants another tap fails in playing after three seconds', async () => {
    const { listen, come, reader, clock, newest } = openReader({ isBlocked: true });
    await listen();
    await come(2);
    clock.pass(2_999);
    expect(reader.getState().state).toBe('ready');
    clock.pass(1);
    expect(reader.getState()).toEqual({ id: 'a', state: 'error', problem: { sentence: 'speech.playback' } });
    expect([newest().state, clock.waiting()]).toEqual(['closed', 0]);
  });

  it('a reading that fails because there is nothing in it to be read asks for no sound', async () => {
    const { listen, reader, contexts } = openReader();
    await listen('a', ' \n ');
    expect(reader.getState().problem).toEqual({ sentence: 'speech.other', reason: 'speech.reason.request' });
    expect(contexts).toEqual([]);
  });

  it.each([
    ['the browser gives no sound', () => new ReferenceError('AudioContext is not defined'), { sentence: 'speech.playback' }],
    ['the visit is over', () => new ApiError('refused', ''), { sentence: 'speech.other', reason: 'speech.reason.request' }],
  ] as const)('a reading that fails because %s says so', (_, makeError, problem) => {
    const fail = () => {
      throw makeError();
    };
    const page = { navigator: {}, createContext: fail };
    const reader = createReader({
      api: createFakeSpeech().api,
      clock: createHandClock(),
      page,
      session: createSettingsSource(),
      pickSpeaker: fail,
    });
    reader.toggle('a', 'Some text.');
    expect(reader.getState()).toEqual({ id: 'a', state: 'error', problem });
  });
});
