import type { Clock } from '../kit/clock.ts';
import { DeadlineError, withDeadline } from '../kit/deadline.ts';
import { VoiceCall, type VoiceCallOptions } from './voice-call.ts';
import type { VoicePage } from './voice-page.ts';

/** After a call has closed, before the next one starts. */
const restartDelayMs = 300;
/** How long the next call waits for the one before to close. */
const closeLimitMs = 1_000;

interface PastCall {
  call: VoiceCall;
  closedAtMs: number | undefined;
}

const lastCalls = new WeakMap<VoicePage, PastCall>();

/**
 * The page's one way to the voice platform. One call at a time: one that connects ends the one before and waits until
 * that has closed. The SDK is fetched with the first call.
 */
export function createVoiceCall({ page, clock, call }: Omit<VoiceCallOptions, 'begin'>): VoiceCall {
  const begin = (next: VoiceCall) => {
    const before = lastCalls.get(page);
    before?.call.finish('replaced');
    const entry: PastCall = { call: next, closedAtMs: undefined };
    lastCalls.set(page, entry);
    void next.closed.then(() => {
      entry.closedAtMs = clock.now();
    });
    void startAfter(before, next, clock);
  };
  return new VoiceCall({ page, clock, call, begin });
}

/** A call that does not end within a second cannot be followed by another. */
async function startAfter(before: PastCall | undefined, call: VoiceCall, clock: Clock): Promise<void> {
  try {
    if (before) await waitUntilClosed(before, clock);
    await call.start();
  } catch (error) {
    call.fail({ category: error instanceof DeadlineError ? 'timeout' : 'network' });
  }
}

/** @throws DeadlineError */
async function waitUntilClosed(before: PastCall, clock: Clock): Promise<void> {
  if (before.closedAtMs === undefined) await withDeadline(before.call.closed, { clock, limitMs: closeLimitMs });
  const restMs = (before.closedAtMs ?? clock.now()) + restartDelayMs - clock.now();
  if (restMs > 0) await new Promise<void>((passed) => void clock.after(restMs, passed));
}
