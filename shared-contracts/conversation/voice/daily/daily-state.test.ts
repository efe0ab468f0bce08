import { afterEach, beforeEach, describe, expect, it, rs } from '@rstest/core';
import { DailyRefusal } from './daily-refusal.ts';
import { joinDailyCall, readDailyState } from './daily-state.ts';
import { allowCalls, createLiveCall, holdBundle, type LiveCall } from './testing/create-live-call.ts';

const room = { url: 'https://example.org/room' };

describe('a call of daily-js', () => {
  let live: LiveCall;
  let loadBundle: () => void;
  beforeEach(() => {
    for (const level of ['error', 'warn'] as const) rs.spyOn(console, level).mockImplementation(() => undefined);
    allowCalls();
    holdBundle(new Promise((resolve) => (loadBundle = () => resolve(';'))));
    live = createLiveCall();
  });
  afterEach(async () => {
    loadBundle();
    await live.end();
    rs.restoreAllMocks();
  });

  const state = () => readDailyState(live.call);

  it('is new, loading, joining, joined and left, in this order', async () => {
    const seen = [state()];
    const note = () => seen.push(state());
    for (const event of ['loading', 'joining-meeting', 'joined-meeting', 'left-meeting'] as const) live.call.on(event, note);
    const joined = joinDailyCall(live.call, room);
    loadBundle();
    await joined;
    await live.call.leave();
    expect(seen).toEqual(['new', 'loading', 'joining', 'joined', 'left']);
  });

  it('refuses a join while it loads, while it joins and when it has joined, and the first join goes on', async () => {
    const refusals: unknown[] = [];
    const joinAgain = () => joinDailyCall(live.call, { url: 'https://example.org/other' }).catch((error: unknown) => refusals.push(error));
    live.call.on('joining-meeting', joinAgain);
    const joined = joinDailyCall(live.call, room);
    await joinAgain();
    loadBundle();
    await joined;
    await joinAgain();
    expect(refusals.map(String)).toEqual(
      ['loading', 'joining', 'joined'].map((where) => `DailyRefusal: Joining: the call is already ${where}; leave it first`),
    );
    expect(live.asked.filter((action) => action === 'join-meeting')).toHaveLength(1);
    expect(live.call.properties).toMatchObject(room);
  });

  it('that is left while it loads cancels the load and ends the join', async () => {
    const joined = joinDailyCall(live.call, room);
    const refused = expect(joined).rejects.toBeInstanceOf(DailyRefusal);
    await live.call.leave();
    await refused;
    expect(state()).toBe('left');
    loadBundle();
    await Promise.resolve();
    expect(live.asked).not.toContain('join-meeting');
  });

  it('can be joined again after it was left', async () => {
    loadBundle();
    await joinDailyCall(live.call, room);
    await live.call.leave();
    await joinDailyCall(live.call, room);
    expect(state()).toBe('joined');
  });

  it('that cannot be joined says why, in the words of daily-js', async () => {
    await expect(joinDailyCall(live.call, {})).rejects.toThrow('Joining: No room URL has been provided');
    expect(state()).toBe('new');
  });

  it('that met a fatal error is in error, and may be joined again', async () => {
    loadBundle();
    await joinDailyCall(live.call, room);
    const kinds: unknown[] = [];
    live.call.on('error', ({ error }) => kinds.push(error?.type));
    await live.tell({ action: 'error', errorMsg: 'Meeting has ended', error: { type: 'ejected', msg: 'Meeting has ended' } });
    expect([state(), kinds]).toEqual(['error', ['ejected']]);
    await joinDailyCall(live.call, room);
    expect(state()).toBe('joined');
  });
});
