import type { Clock } from '../../kit/clock.ts';
import type { MachineState } from '../machine/machine-state.ts';

/** The guide is muted so long when its voice hangs. */
const hangGapMs = 100;
/** A spoken turn without words is over after this. */
const unheardAfterMs = 4_000;
/** A turn in a call breaks when no answer has begun by then. */
const answerLimitMs = 12_000;

type TimerEvent = { type: 'hang-passed' } | { type: 'silence-timeout' | 'answer-timeout'; turn: number };

/** The timers of a call. Each runs exactly as long as the machine is in the state it limits. */
export function createTimers(clock: Clock, emit: (event: TimerEvent) => void): { follow(state: MachineState): void } {
  let thinkingTurn: number | undefined;
  let stopThinking: (() => void)[] = [];
  let stopHang: (() => void) | undefined;

  function followThinking({ call, phase, turn }: MachineState) {
    const thinking = call && phase === 'thinking' ? turn : undefined;
    if (thinking === thinkingTurn) return;
    for (const stop of stopThinking) stop();
    thinkingTurn = thinking;
    stopThinking =
      thinking === undefined
        ? []
        : [
            clock.after(unheardAfterMs, () => emit({ type: 'silence-timeout', turn: thinking })),
            clock.after(answerLimitMs, () => emit({ type: 'answer-timeout', turn: thinking })),
          ];
  }

  function followHang({ call }: MachineState) {
    if (call?.isHanging) stopHang ??= clock.after(hangGapMs, () => emit({ type: 'hang-passed' }));
    else {
      stopHang?.();
      stopHang = undefined;
    }
  }

  return {
    follow(state) {
      followThinking(state);
      followHang(state);
    },
  };
}
