import { type Speech, type SpeechListener, type SpeechRequest, speechSampleRate } from '../../speech/speech.ts';

export const wordMs = 100;

export type FakeSpeech = ReturnType<typeof createFakeSpeech>;

/** Speaks at once: 100 ms a word, with the number of the text as the value of all samples. */
export function createFakeSpeech() {
  const requests: SpeechRequest[] = [];
  let waiting: (() => void)[] | undefined;
  const speak = (text: string, loudness: number, { onWords, onAudio }: SpeechListener) => {
    for (const [at, word] of [...text.matchAll(/\S+/g)].entries()) {
      onWords([{ ms: at * wordMs, offset: word.index, length: word[0].length }]);
      onAudio(new Int16Array((speechSampleRate * wordMs) / 1000).fill(loudness));
    }
  };
  const speech: Speech = {
    model: 'fake voice',
    prepare: () => {},
    close: async () => {},
    say(request, listener, signal) {
      const loudness = requests.push(request);
      return new Promise<void>((resolve) => {
        const start = () => {
          if (!signal.aborted) speak(request.text, loudness, listener);
          resolve();
        };
        if (waiting) waiting.push(start);
        else queueMicrotask(start);
      });
    },
  };
  return {
    ...speech,
    requests,
    hold() {
      waiting = [];
    },
    release() {
      const starts = waiting ?? [];
      waiting = undefined;
      for (const start of starts) start();
    },
  };
}
