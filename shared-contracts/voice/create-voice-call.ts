import type { Clock } from '../kit/clock.ts';
import { DeadlineError, withDeadline } from '../kit/deadline.ts';
import { VoiceCall, type VoiceCallOptions } from './voice-call.ts';
import type { VoicePage } from './voice-page.ts';

/** Between a closed call and the next call. */
const restartDelayMs = 300;
/** Limit for the earlier call to close. */
const closeLimitMs = 1_000;

interface PastCall {
  call: VoiceCall;
  closedAtMs: number | undefined;
}

const lastCalls = new WeakMap<VoicePage, PastCall>();

/** Makes one call at a time: a new call ends the earlier call and waits until that call has closed. The first call loads the SDK. */
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
