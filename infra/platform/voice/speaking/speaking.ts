import { createTimer } from '@enfilade/shared-contracts/kit/clock';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { createTurnSound, type GuideStatement, type StatementResult, type TurnSound, type TurnSoundOptions } from './turn-sound.ts';

export type SpeechOutput = ReturnType<typeof createSpeechOutput>;

export interface SpeechOutputOptions extends Omit<TurnSoundOptions, 'statement' | 'turn' | 'onSound' | 'onProgress'> {
  nextTurn(): number;
  sendFrame(samples: Int16Array): void;
  sendFlush(): void;
  onSaid(result: StatementResult): void;
}

/** Time after the calculated end of the sound, in case the last report is lost. */
const reportGraceMs = 1000;

export function createSpeechOutput(options: SpeechOutputOptions) {
  const { clock, sound, nextTurn, sendFrame, sendFlush, onSaid } = options;
  const waiting: GuideStatement[] = [];
  let turn: TurnSound | undefined;
  const state = { isMuted: false, isOpen: false, isHeard: false };
  const endLimit = createTimer(clock);

  const startNext = () => {
    const statement = waiting.shift();
    turn = statement && createTurnSound({ ...options, statement, turn: nextTurn(), onSound: push, onProgress: proceed });
    turn?.synthesise();
  };

  const push = () => {
    if (!state.isOpen) return;
    const frames = sound.nextFrames();
    if (frames.length > 0) turn?.announce();
    for (const frame of frames) sendFrame(state.isMuted ? new Int16Array(frame.length) : frame);
    watchEnd();
  };

  const watchEnd = () => {
    endLimit.stop();
    if (!turn?.isComplete() || sound.unsent() > 0 || !state.isHeard) return;
    endLimit.start(turn.unplayedMs() + reportGraceMs, () => {
      sound.drop();
      proceed();
    });
  };

  const endTurn = (): StatementResult | undefined => {
    endLimit.stop();
    const result = turn?.finish();
    turn = undefined;
    return result;
  };

  const proceed = () => {
    turn?.emitPlayed();
    if (!turn?.isPlayed()) return watchEnd();
    const result = endTurn();
    if (result) onSaid(result);
    // `onSaid` may have started the next turn.
    if (!turn) startNext();
  };

  const say = (part: Omit<GuideStatement, 'sentences'>): GuideStatement => {
    const statement = { ...part, sentences: splitSentences(part.text) };
    waiting.push(statement);
    if (!turn) startNext();
    return statement;
  };

  return {
    say,
    /** Says streamed text: whole sentences, each with the space that follows. An interruption drops the later text. */
    open(part: Omit<GuideStatement, 'text' | 'sentences' | 'isOpen'>) {
      const statement = say({ ...part, text: '', isOpen: true });
      return {
        add(text: string) {
          statement.text += text;
          statement.sentences.push(...splitSentences(text));
          if (turn?.statement === statement) turn.synthesise();
        },
        end() {
          statement.isOpen = false;
          if (turn?.statement === statement) proceed();
        },
      };
    },
    current: () => turn?.statement,
    interrupt() {
      waiting.length = 0;
      const result = endTurn();
      if (!result) return;
      sound.drop();
      sendFlush();
      onSaid(result);
    },
    isMuted: () => state.isMuted,
    /** Sends silence of the same length instead of the sound. */
    setMuted(wanted: boolean) {
      if (wanted === state.isMuted) return;
      state.isMuted = wanted;
      sound.sendAgain();
      sendFlush();
      push();
    },
    report(playedMs: number, queuedMs: number) {
      sound.report(playedMs, queuedMs);
      turn?.synthesise();
      push();
      proceed();
    },
    /** @param isOpen the connection is up @param isHeard the page plays sound rather than queueing it */
    setOpen(isOpen: boolean, isHeard: boolean) {
      Object.assign(state, { isOpen, isHeard });
      endLimit.stop();
      push();
    },
  };
}
