import type { Clock } from '../../kit/clock.ts';
import type { MachineState } from '../machine/machine-state.ts';

/** The guide is muted so long when its voice hangs. */
const hangGapMs = 100;
/** A spoken turn without words is over after this. */
const unheardAfterMs = 4_000;
/** A turn in a call breaks when no answer has begun by then. */
const answerLimitMs = 12_000;

interface WatchListener {
  /** The voice may be heard again. */
  hangOver(): void;
  /** Nothing was answered for `unheardAfterMs`. */
  silent(turn: number): void;
  /** Nothing was answered for `answerLimitMs`. */
  late(turn: number): void;
}

/** The waits of a call. Follows the machine: an alarm lives exactly as long as what it waits for. */
interface Watch {
  follow(now: MachineState): void;
}

export function createTimers(clock: Clock, listener: WatchListener): Watch {
  let thinkingTurn: number | undefined;
  let stopThinking = () => {};
  let stopHang: (() => void) | undefined;

  function followThinking({ call, phase, turn }: MachineState) {
    const now = call && phase === 'thinking' ? turn : undefined;
    if (now === thinkingTurn) return;
    stopThinking();
    thinkingTurn = now;
    stopThinking = now === undefined ? () => {} : startThinking(now);
  }

  function startThinking(turn: number) {
    const alarms = [clock.after(unheardAfterMs, () => listener.silent(turn)), clock.after(answerLimitMs, () => listener.late(turn))];
    return () => {
      for (const cancel of alarms) cancel();
    };
  }

  function followHang({ call }: MachineState) {
    if (call?.isHanging) stopHang ??= clock.after(hangGapMs, () => listener.hangOver());
    else {
      stopHang?.();
      stopHang = undefined;
    }
  }

  return {
    follow(now) {
      followThinking(now);
      followHang(now);
    },
  };
}
