import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { OutgoingSound } from './outgoing-sound.ts';
import { createTurnSound, type StatementResult, type GuideStatement, type TurnSound, type TurnSoundOptions } from './turn-sound.ts';

/** The guide's mouth in one room: says one thing after the other. */
export interface SpeechOutput {
  say(saying: GuideStatement): void;
  /** What is being said, if anything. */
  current(): GuideStatement | undefined;
  /** Falls silent at once and forgets what was still to be said. */
  interrupt(): void;
  /** Silence takes the place of the sound from now on; time goes on. */
  setMuted(isMuted: boolean): void;
  isMuted(): boolean;
  report(playedMs: number, queuedMs: number): void;
  /** The visitor's line is there and wants sound, or is not. */
  setOpen(isOpen: boolean): void;
}

export interface SpeechOutputOptions extends Pick<TurnSoundOptions, 'speech' | 'voice' | 'toSpoken' | 'emit' | 'onFailure'> {
  clock: Clock;
  sound: OutgoingSound;
  nextTurn(): number;
  sendFrame(samples: Int16Array): void;
  sendFlush(): void;
  onSaid(said: StatementResult): void;
}

/** After the last sound should have been heard; the last report may never come. */
const reportGraceMs = 1000;

export function createSpeechOutput(options: SpeechOutputOptions): SpeechOutput {
  const { clock, sound, nextTurn, sendFrame, sendFlush, onSaid } = options;
  const waiting: GuideStatement[] = [];
  let turn: TurnSound | undefined;
  const now = { isMuted: false, isOpen: false };
  let cancelAlarm = () => {};

  const startNext = () => {
    const saying = waiting.shift();
    turn = saying && createTurnSound({ ...options, statement, turn: nextTurn(), onSound: push, onProgress: proceed });
    turn?.synthesise();
  };

  const push = () => {
    if (!now.isOpen) return;
    const frames = sound.nextFrames();
    if (frames.length > 0) turn?.announce();
    for (const frame of frames) sendFrame(now.isMuted ? new Int16Array(frame.length) : frame);
    watchEnd();
  };

  /** Once everything is on its way, its end is believed even when no report tells it. */
  const watchEnd = () => {
    cancelAlarm();
    if (!turn?.isComplete() || sound.unsent() > 0 || !now.isOpen) return;
    cancelAlarm = clock.after(turn.unheardMs() + reportGraceMs, () => {
      sound.drop();
      proceed();
    });
  };

  const endTurn = (): StatementResult | undefined => {
    cancelAlarm();
    const said = turn?.finish();
    turn = undefined;
    return said;
  };

  const proceed = () => {
    turn?.emitHeard();
    if (!turn?.isHeard()) return watchEnd();
    const said = endTurn();
    if (said) onSaid(said);
    // What was said may have been answered already.
    if (!turn) startNext();
  };

  return {
    say(saying) {
      waiting.push(saying);
      if (!turn) startNext();
    },
    current: () => turn?.statement,
    interrupt() {
      waiting.length = 0;
      const said = endTurn();
      if (!said) return;
      sound.drop();
      sendFlush();
      onSaid(said);
    },
    isMuted: () => now.isMuted,
    setMuted(wanted) {
      if (wanted === now.isMuted) return;
      now.isMuted = wanted;
      sound.sendAgain();
      sendFlush();
      push();
    },
    report(playedMs, queuedMs) {
      sound.report(playedMs, queuedMs);
      turn?.synthesise();
      push();
      proceed();
    },
    setOpen(wanted) {
      now.isOpen = wanted;
      cancelAlarm();
      push();
    },
  };
}
