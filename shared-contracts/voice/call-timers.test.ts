import { expect, it } from '@rstest/core';
import { createHandClock } from '../kit/testing/hand-clock.ts';
import { attemptLimitMs, reconnectLimitMs, startReconnecting } from './call-timers.ts';
import type { VoicePage } from './voice-page.ts';

function begin(onLine = true) {
  const clock = createHandClock();
  const window = new EventTarget();
  const navigator = { onLine };
  const emitted: string[] = [];
  const restoring = startReconnecting({
    page: { window, navigator } as unknown as Pick<VoicePage, 'window' | 'navigator'>,
    clock,
    attempt: () => emitted.push(`attempt at ${clock.now()}`),
    giveUp: () => emitted.push(`gave up at ${clock.now()}`),
  });
  return { clock, window, navigator, emitted, restoring };
}

it('a lost connection is retried at once, then after 1, 2, 4 and every 5 seconds', () => {
  const line = begin();
  for (const delay of [0, 1_000, 2_000, 4_000, 5_000, 5_000]) {
    line.clock.pass(delay);
    line.restoring.failed();
  }
  expect(line.emitted).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000].map((at) => `attempt at ${at}`));
});

it('an attempt without a result fails after 10 s', () => {
  const line = begin();
  line.clock.pass(0);
  line.clock.pass(attemptLimitMs);
  line.clock.pass(1_000);
  expect(line.emitted).toHaveLength(2);
});

it('the next attempt waits as long as the gateway demands', () => {
  const line = begin();
  line.clock.pass(0);
  line.restoring.failed(3_000);
  line.clock.pass(2_999);
  expect(line.emitted).toHaveLength(1);
  line.clock.pass(1);
  expect(line.emitted).toHaveLength(2);
});

it('end() stops all attempts', () => {
  const line = begin();
  line.restoring.end();
  line.clock.pass(reconnectLimitMs);
  line.window.dispatchEvent(new Event('online'));
  expect([line.emitted, line.clock.waiting()]).toEqual([[], 0]);
});
it('reconnecting waits while the browser is offline and tries when it is online', () => {
  const { clock, navigator, window, emitted } = begin(false);
  clock.pass(20_000);
  expect(emitted).toEqual([]);
  navigator.onLine = true;
  window.dispatchEvent(new Event('online'));
  expect(emitted).toEqual(['attempt at 20000']);
});
