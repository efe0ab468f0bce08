import { expect, it } from '@rstest/core';
import { keepSpoken, type Speech, type SpeechListener, type SpeechRequest } from './speech.ts';

const request: SpeechRequest = { text: 'Welcome.', timbre: 'en', pitch: 50, speed: 150 };
const sound = new Int16Array([1, 2, 3]);

/** A cache before a speech whose jobs the test ends. */
function createKept(maxSize = 100) {
  const ends: { resolve(): void; reject(error: Error): void }[] = [];
  const speech: Speech = {
    ...{ model: '', prepare: () => {}, close: async () => {} },
    say({ text }, listener, signal) {
      if (text === 'Other.') listener.onOtherVoice?.('eSpeak NG');
      if (text === 'Broken.') listener.onBrokenOff?.();
      listener.onWords([{ ms: 0, offset: 0, length: 8 }]);
      listener.onAudio(sound);
      return new Promise<void>((resolve, reject) => {
        ends.push({ resolve, reject });
        signal.addEventListener('abort', () => resolve());
      });
    },
  };
  const kept = keepSpoken(speech, maxSize);
  const say = (more: Partial<SpeechRequest> = {}) => {
    const heard: unknown[] = [];
    const listener: SpeechListener = { onAudio: (samples) => void heard.push(samples), onWords: (words) => void heard.push(...words) };
    const cancelling = new AbortController();
    const done = kept.say({ ...request, ...more }, listener, cancelling.signal);
    return { heard, done, cancel: () => cancelling.abort() };
  };
  return { ends, say };
}

const spoken = [{ ms: 0, offset: 0, length: 8 }, sound];

it('A sentence that was spoken before comes from the cache, in the same voice only, until it is cancelled', async () => {
  const { ends, say } = createKept();
  const first = say();
  ends[0]?.resolve();
  await first.done;
  const again = say();
  expect(again.heard).toEqual([]);
  await again.done;
  const cancelled = say();
  cancelled.cancel();
  await cancelled.done;
  expect([first.heard, again.heard, cancelled.heard, ends.length]).toEqual([spoken, spoken, [], 1]);
  say({ pitch: 51 });
  expect(ends).toHaveLength(2);
});

it.each(['Other.', 'Broken.'])('The sound of “%s” is not cached, because another voice spoke it or it broke off', async (text) => {
  const { ends, say } = createKept();
  const first = say({ text });
  ends[0]?.resolve();
  await first.done;
  say({ text });
  expect(ends).toHaveLength(2);
});

it('Sound that failed, was cancelled or is too long is not cached', async () => {
  const { ends, say } = createKept();
  const failed = say();
  ends[0]?.reject(new Error('no voice'));
  await expect(failed.done).rejects.toThrow('no voice');
  const cancelled = say();
  cancelled.cancel();
  await cancelled.done;
  say();
  expect(ends).toHaveLength(3);
  const long = createKept(5);
  const whole = long.say();
  long.ends[0]?.resolve();
  await whole.done;
  long.say();
  expect(long.ends).toHaveLength(2);
});
