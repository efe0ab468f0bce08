import type { Generated } from '@enfilade/shared-contracts/api/schemas';
import { type Clock, createTimer } from '@enfilade/shared-contracts/kit/clock';
import { speechSampleRate } from '../../speech/speech.ts';
import { type SentenceOptions, type SentenceSound, startSentence } from './sentence-sound.ts';

export interface GuideStatement {
  text: string;
  sentences: string[];
  /** More text follows. */
  isOpen?: boolean;
  source: 'model' | 'force-say';
  /** Origin of the text; absent for text of a person. */
  generated?: Generated;
  /** Id of the answer, in `model-output` and `user-interrupted`. */
  turnId?: string;
  isInterruptible: boolean;
  endsCall: boolean;
}

export type StatementResult = { statement: GuideStatement; playedText: string; isWhole: boolean; durationMs: number };

export type TurnSound = ReturnType<typeof createTurnSound>;

export interface TurnSoundOptions extends Omit<SentenceOptions, 'written' | 'onComplete'> {
  statement: GuideStatement;
  turn: number;
  clock: Clock;
  emit(type: string, body: object): void;
  onProgress(): void;
  onFailure(error: unknown): void;
}

const hangAfterMs = 2000;
/** Limit of synthesised sound that is not sent yet. Rooms share the synthesiser, and an interruption drops the sound. */
const aheadSamples = 5 * speechSampleRate;
/** Reports count in whole milliseconds. */
const toleranceSamples = Math.round(0.005 * speechSampleRate);

const msOf = (samples: number) => Math.round((samples * 1000) / speechSampleRate);

export function createTurnSound(options: TurnSoundOptions) {
  const { statement, turn, clock, sound, emit } = options;
  const texts = statement.sentences;
  const sentences: SentenceSound[] = [];
  const start = sound.end();
  let isAnnounced = false;
  let isSpeechEmitted = false;
  /** Number of emitted sentences, and emitted length of the next one. */
  let emitted = 0;
  let emittedLength = 0;
  let { model } = options.speech;
  const hang = createTimer(clock);

  const synthesise = () => {
    const written = texts[sentences.length];
    const isBusy = sentences.at(-1)?.isComplete() === false;
    if (isBusy || written === undefined || sound.unsent() > aheadSamples) return;
    emit('voice-input', { input: written });
    hang.start(hangAfterMs, () => emit('hang', {}));
    const listener = {
      onSound() {
        hang.stop();
        options.onSound();
      },
      onOtherVoice(other: string) {
        model = other;
        options.onOtherVoice(other);
      },
      onComplete(error: unknown) {
        hang.stop();
        if (error !== undefined) options.onFailure(error);
        synthesise();
        emitSpeech();
        options.onProgress();
      },
    };
    sentences.push(startSentence({ ...options, written, ...listener }));
  };

  const isComplete = () => !statement.isOpen && sentences.length === texts.length && sentences.every((sentence) => sentence.isComplete());
  const isPlayed = () => !statement.isOpen && emitted === texts.length;

  /** Emits the mark of generated sound, which samples cannot carry, and the times of the words if the turn is complete. */
  const emitSpeech = () => {
    if (!isAnnounced || isSpeechEmitted) return;
    isSpeechEmitted = true;
    const { text, source, generated } = statement;
    const timing = isComplete() && { timing: wordAlignment(sentences, start) };
    const sound = { kind: 'speech', model, time: new Date(clock.now()).toISOString() };
    emit('assistant.speechStarted', { text, turn, source, generatedSound: sound, ...(generated && { generated }), ...timing });
  };

  const emitTranscript = (transcriptType: 'partial' | 'final', transcript: string) =>
    emit('transcript', { role: 'assistant', transcriptType, transcript });

  /** Returns whether the sentence was played to its end. */
  const emitSentence = (sentence: SentenceSound): boolean => {
    const isOver = sentence.isComplete() && sound.playedSamples() >= sentence.end() - toleranceSamples;
    const length = sentence.playedLength(sound.playedSamples());
    if (isOver || length > emittedLength) emitSpeech();
    if (length > emittedLength) emitTranscript('partial', sentence.written.slice(0, length));
    emittedLength = Math.max(emittedLength, length);
    if (isOver) emitTranscript('final', sentence.written);
    return isOver;
  };

  const emitPlayed = () => {
    for (let sentence = sentences[emitted]; sentence && emitSentence(sentence); sentence = sentences[emitted]) {
      emitted += 1;
      emittedLength = 0;
    }
  };

  return {
    statement,
    synthesise,
    announce() {
      if (isAnnounced) return;
      isAnnounced = true;
      emit('speech-update', { status: 'started', role: 'assistant', turn });
    },
    emitPlayed,
    isComplete,
    isPlayed,
    unplayedMs: () => msOf(sound.end() - sound.playedSamples()),
    finish(): StatementResult {
      emitPlayed();
      hang.stop();
      for (const sentence of sentences) sentence.cancel();
      const part = sentences[emitted]?.written.slice(0, emittedLength) ?? '';
      if (part) emitTranscript('final', part);
      if (isAnnounced) emit('speech-update', { status: 'stopped', role: 'assistant', turn });
      const playedText = [...texts.slice(0, emitted), part].filter(Boolean).join(' ');
      return { statement, playedText, isWhole: isPlayed(), durationMs: msOf(sound.playedSamples() - start) };
    },
  };
}

function wordAlignment(sentences: readonly SentenceSound[], start: number) {
  const words = sentences.flatMap((sentence) => sentence.words().map(({ text, ms }) => ({ text, ms: ms + msOf(sentence.start - start) })));
  const begins = words.map(({ ms }) => ms);
  const end = msOf((sentences.at(-1)?.end() ?? start) - start);
  const times = { wordsStartTimesMs: begins, wordsEndTimesMs: [...begins.slice(1), end] };
  return { type: 'word-alignment', words: words.map(({ text }) => text), ...times };
}
