import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { expect, it } from '@rstest/core';
import { loadServerTime } from './set-verifier.ts';

const saying = (date?: string) => () => Promise.resolve(new Response(null, { headers: date === undefined ? {} : { date } }));

it('the site’s time is the date of a response that no cache stores', async () => {
  const asked: unknown[] = [];
  const time = await loadServerTime((url, { cache }) => {
    asked.push([url, cache]);
    return saying('Fri, 20 Nov 2026 12:00:00 GMT')();
  }, createHandClock());
  expect(time).toBe(Date.parse('2026-11-20T12:00:00Z'));
  expect(asked).toEqual([['/healthz', 'no-store']]);
});

it.each([undefined, 'soon'])('the site’s time is unknown if the response has the date %s', async (date) => {
  expect(await loadServerTime(saying(date), createHandClock())).toBeUndefined();
});

it('the site’s time is unknown if no response arrives within 3 s', async () => {
  const clock = createHandClock();
  const asking = loadServerTime(
    (_, { signal }) => new Promise((__, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    clock,
  );
  clock.pass(3000);
  expect(await asking).toBeUndefined();
  expect(clock.waiting()).toBe(0);
});
