import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import { loadServerTime } from './set-verifier.ts';

const saying = (date?: string) => () => Promise.resolve(new Response(null, { headers: date === undefined ? {} : { date } }));

describe('the site’s time', () => {
  it('the site’s time is that of an answer that no cache stores', async () => {
    const asked: unknown[] = [];
    const time = await loadServerTime((url, { cache }) => {
      asked.push([url, cache]);
      return saying('Fri, 20 Nov 2026 12:00:00 GMT')();
    }, createHandClock());
    expect(time).toBe(Date.parse('2026-11-20T12:00:00Z'));
    expect(asked).toEqual([['/healthz', 'no-store']]);
  });

  it.each([undefined, 'soon'])('the site’s time is unknown when an answer says %s', async (date) => {
    expect(await loadServerTime(saying(date), createHandClock())).toBeUndefined();
  });

  it('the site’s time is unknown when there is no answer, and nothing waits any longer', async () => {
    const clock = createHandClock();
    const asking = loadServerTime(
      (_, { signal }) => new Promise((__, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      clock,
    );
    clock.pass(3000);
    expect(await asking).toBeUndefined();
    expect(clock.waiting()).toBe(0);
  });
});
