import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { speechSampleRate } from '../speech/speech.ts';
import type { Said, Saying } from './saying.ts';
import { createSentenceRun, type SentenceRunOptions } from './sentence-run.ts';
import type { SentenceSound } from './sentence-sound.ts';

/** One turn of the guide while it is said: synthesised sentence by sentence, told word by word as it is heard. */
export interface TurnSound {
  saying: Saying;
  /** Begins, and goes on when more has been heard. */
  synthesise(): void;
  /** The first frame leaves. */
  announce(): void;
  /** Tells the words heard since the last time. */
  tellHeard(): void;
  isComplete(): boolean;
  isHeard(): boolean;
  unheardMs(): number;
  /** Ends it, wherever it stands. */
  finish(): Said;
}

export interface TurnSoundOptions extends Omit<SentenceRunOptions, 'texts'> {
  saying: Saying;
  turn: number;
}

/** Reports count in whole milliseconds. */
const toleranceSamples = Math.round(0.005 * speechSampleRate);

const msOf = (samples: number) => Math.round((samples * 1000) / speechSampleRate);

export function createTurnSound(options: TurnSoundOptions): TurnSound {
  const { saying, turn, sound, emit, onProgress } = options;
  const texts = splitSentences(saying.text);
  const start = sound.end();
  let isAnnounced = false;
  let isSpeechTold = false;
  /** Told sentences, and how much of the one after them. */
  let told = 0;
  let toldLength = 0;
  const progress = () => {
    tellSpeech();
    onProgress();
  };
  const run = createSentenceRun({ ...options, texts, onProgress: progress });

  /** With the times of the words when the whole turn is there already. */
  const tellSpeech = () => {
    if (!isAnnounced || isSpeechTold) return;
    isSpeechTold = true;
    const timing = run.isComplete() && { timing: wordAlignment(run.sentences, start) };
    emit('assistant.speechStarted', { text: saying.text, turn, source: saying.source, ...timing });
  };

  const tell = (transcriptType: 'partial' | 'final', transcript: string) =>
    emit('transcript', { role: 'assistant', transcriptType, transcript });

  /** @returns whether the sentence was heard to its end */
  const tellSentence = (sentence: SentenceSound): boolean => {
    const isHeard = sentence.isComplete() && sound.heard() >= sentence.end() - toleranceSamples;
    const length = sentence.heardLength(sound.heard());
    if (isHeard || length > toldLength) tellSpeech();
    if (length > toldLength) tell('partial', sentence.written.slice(0, length));
    toldLength = Math.max(toldLength, length);
    if (isHeard) tell('final', sentence.written);
    return isHeard;
  };

  const tellHeard = () => {
    for (let sentence = run.sentences[told]; sentence && tellSentence(sentence); sentence = run.sentences[told]) {
      told += 1;
      toldLength = 0;
    }
  };

  return {
    saying,
    synthesise: run.next,
    announce() {
      if (isAnnounced) return;
      isAnnounced = true;
      emit('speech-update', { status: 'started', role: 'assistant', turn });
    },
    tellHeard,
    isComplete: run.isComplete,
    isHeard: () => told === texts.length,
    unheardMs: () => msOf(sound.end() - sound.heard()),
    finish() {
      tellHeard();
      run.stop();
      const part = run.sentences[told]?.written.slice(0, toldLength) ?? '';
      if (part) tell('final', part);
      if (isAnnounced) emit('speech-update', { status: 'stopped', role: 'assistant', turn });
      const heard = [...texts.slice(0, told), part].filter(Boolean).join(' ');
      return { saying, heard, isWhole: told === texts.length, durationMs: msOf(sound.heard() - start) };
    },
  };
}

function wordAlignment(sentences: readonly SentenceSound[], start: number) {
  const words = sentences.flatMap((sentence) =>
    sentence.words().map((word) => ({ text: word.text, ms: word.ms + msOf(sentence.start - start) })),
  );
  const begins = words.map(({ ms }) => ms);
  const end = msOf((sentences.at(-1)?.end() ?? start) - start);
  return {
    type: 'word-alignment',
    words: words.map(({ text }) => text),
    wordsStartTimesMs: begins,
    wordsEndTimesMs: [...begins.slice(1), end],
  };
}
