import { beforeEach, describe, expect, it } from '@rstest/core';
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

describe('a line that is lost', () => {
  let line: ReturnType<typeof begin>;
  beforeEach(() => {
    line = begin();
  });

  it('a line that is lost is looked for at once, then after 1, 2, 4 and every 5 seconds', () => {
    for (const delay of [0, 1_000, 2_000, 4_000, 5_000, 5_000]) {
      line.clock.pass(delay);
      line.restoring.failed();
    }
    expect(line.emitted).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000].map((at) => `attempt at ${at}`));
  });

  it('a line that is lost is tried for ten seconds at a time', () => {
    line.clock.pass(0);
    line.clock.pass(attemptLimitMs);
    line.clock.pass(1_000);
    expect(line.emitted).toHaveLength(2);
  });

  it('a line that is lost waits as long as the gateway says', () => {
    line.clock.pass(0);
    line.restoring.failed(3_000);
    line.clock.pass(2_999);
    expect(line.emitted).toHaveLength(1);
    line.clock.pass(1);
    expect(line.emitted).toHaveLength(2);
  });

  it('a line that is lost is given up after two minutes', () => {
    for (let second = 0; second <= reconnectLimitMs / 1_000; second += 1) {
      line.clock.pass(second === 0 ? 0 : 1_000);
      line.restoring.failed();
    }
    expect(line.emitted.at(-1)).toBe(`gave up at ${reconnectLimitMs}`);
  });

  it('a line that is lost stops once it is ended', () => {
    line.restoring.end();
    line.clock.pass(reconnectLimitMs);
    line.window.dispatchEvent(new Event('online'));
    expect([line.emitted, line.clock.waiting()]).toEqual([[], 0]);
  });
});

it('waits without trying while the browser is offline, and begins the moment it is not', () => {
  const { clock, navigator, window, emitted } = begin(false);
  clock.pass(20_000);
  expect(emitted).toEqual([]);
  navigator.onLine = true;
  window.dispatchEvent(new Event('online'));
  expect(emitted).toEqual(['attempt at 20000']);
});
