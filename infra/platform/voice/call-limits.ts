import type { Clock } from '@enfilade/shared-contracts/kit/clock';

/** Why a call ends by itself, in Vapi's words. */
type LimitReason = 'exceeded-max-duration' | 'silence-timed-out' | 'customer-ended-call' | 'customer-did-not-answer';

/** Ends a call that lasts too long, in which nobody speaks, or whose visitor does not join or return. */
export interface CallLimits {
  /** The conversation begins. */
  start(): void;
  /** Somebody said something. */
  onSpeech(): void;
  onVisitorLost(): void;
  onVisitorBack(): void;
  stop(): void;
}

export interface CallLimitsOptions {
  clock: Clock;
  maxDurationMs: number;
  silenceTimeoutMs: number;
  returnLimitMs: number;
  /** The guide is speaking, which is no silence. */
  isGuideSpeaking(): boolean;
  end(reason: LimitReason): void;
}

/** The visitor is awaited from the beginning. */
export function createCallLimits(options: CallLimitsOptions): CallLimits {
  const { clock, maxDurationMs, silenceTimeoutMs, returnLimitMs, isGuideSpeaking, end } = options;
  let hasBegun = false;
  let cancelDuration = () => {};
  let cancelSilence = () => {};
  let cancelReturn = clock.after(returnLimitMs, () => end('customer-did-not-answer'));

  const awaitSpeech = () => {
    cancelSilence();
    cancelSilence = clock.after(silenceTimeoutMs, () => (isGuideSpeaking() ? awaitSpeech() : end('silence-timed-out')));
  };

  return {
    start() {
      hasBegun = true;
      cancelDuration = clock.after(maxDurationMs, () => end('exceeded-max-duration'));
      awaitSpeech();
    },
    onSpeech() {
      if (hasBegun) awaitSpeech();
    },
    onVisitorLost() {
      cancelReturn();
      cancelReturn = clock.after(returnLimitMs, () => end('customer-ended-call'));
    },
    onVisitorBack: () => cancelReturn(),
    stop() {
      cancelDuration();
      cancelSilence();
      cancelReturn();
    },
  };
}
