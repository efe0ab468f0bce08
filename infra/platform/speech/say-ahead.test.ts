import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type Speech, type SpeechListener, type SpeechRequest, sayAhead, silence } from './speech.ts';

const request: SpeechRequest = { text: 'Welcome.', timbre: 'en', pitch: 50, speed: 150 };

/** Says what the test lets it say. */
function createSpeechByHand() {
  const jobs: { text: string; listener: SpeechListener; finish(error?: Error): void; isCancelled: boolean }[] = [];
  const speech: Speech = {
    ...silence,
    say({ text }, listener) {
      const done = new Promise<void>((resolve, reject) => {
        jobs.push({ text, listener, isCancelled: false, finish: (error) => (error ? reject(error) : resolve()) });
      });
      const job = jobs.at(-1);
      return { done, cancel: () => job && Object.assign(job, { isCancelled: true }) };
    },
  };
  return { speech, jobs };
}

function listen(heard: unknown[]): SpeechListener {
  return {
    onAudio: (samples) => void heard.push(samples[0]),
    onWords: ([word]) => void heard.push(word?.offset),
    onOtherVoice: (model) => void heard.push(model),
    onBrokenOff: () => void heard.push('broken off'),
  };
}

const emit = ({ onAudio, onWords, onOtherVoice, onBrokenOff }: SpeechListener, event: number) => {
  if (event === 0) onOtherVoice?.('another');
  else if (event === 1) onBrokenOff?.();
  else if (event % 2) onWords([{ ms: 0, offset: event, length: 1 }]);
  else onAudio(new Int16Array([event]));
};

describe('a text that is begun before it is said', () => {
  it('is heard whole and in order, however much of it was there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(9)), fc.nat(12), async (events, saidAfter) => {
        const { speech, jobs } = createSpeechByHand();
        const ahead = sayAhead(speech, request);
        const [direct, heard]: [unknown[], unknown[]] = [[], []];
        let done: Promise<void> | undefined;
        const say = () => (done ??= ahead.speech.say(request, listen(heard)).done);
        for (const [at, event] of events.entries()) {
          if (at === saidAfter) void say();
          // Sound comes in tasks of its own.
          await Promise.resolve();
          emit(listen(direct), event);
          if (jobs[0]) emit(jobs[0].listener, event);
        }
        jobs[0]?.finish();
        await say();
        expect([heard, jobs.length]).toEqual([direct, 1]);
      }),
    );
  });

  it('is told to who says it where it fails', async () => {
    const { speech, jobs } = createSpeechByHand();
    const ahead = sayAhead(speech, request);
    jobs[0]?.finish(new Error('no voice'));
    await expect(ahead.speech.say(request, listen([])).done).rejects.toThrow('no voice');
  });

  it('is not heard any more once it is cancelled, by who says it or by who began it', async () => {
    for (const isSaid of [true, false]) {
      const { speech, jobs } = createSpeechByHand();
      const ahead = sayAhead(speech, request);
      const heard: unknown[] = [];
      if (jobs[0]) emit(jobs[0].listener, 2);
      const job = isSaid ? ahead.speech.say(request, listen(heard)) : ahead;
      job.cancel();
      await Promise.resolve();
      expect([heard, jobs[0]?.isCancelled]).toEqual([[], true]);
    }
  });

  it('is said once: the same text again, or another, is spoken as usual', () => {
    const { speech, jobs } = createSpeechByHand();
    const ahead = sayAhead(speech, request);
    for (const text of ['Another.', request.text, request.text]) ahead.speech.say({ ...request, text }, listen([]));
    expect(jobs.map(({ text }) => text)).toEqual(['Welcome.', 'Another.', 'Welcome.']);
  });
});
