import { ReadableStream, type ReadableStreamDefaultController } from 'node:stream/web';
import type { Speech, SpeechRequest } from './speech.ts';

/**
 * The service's way to the synthesiser, which calls use as well and which serves one text after the other: however
 * many requests there are, one piece of theirs is with it at a time.
 */
export interface SpeakingLane {
  /** The samples of one piece as they come; ends early when the signal aborts. */
  say(request: SpeechRequest, signal: AbortSignal): ReadableStream<Int16Array>;
}

export function createSpeakingLane(speech: Speech): SpeakingLane {
  let lastTurn: Promise<void> = Promise.resolve();
  return {
    say(request, signal) {
      const unread = new AbortController();
      const leaving = AbortSignal.any([signal, unread.signal]);
      return new ReadableStream({
        start(controller) {
          const turn = lastTurn.then(() => sayInto(controller, { speech, request, leaving }));
          lastTurn = turn.catch(() => {});
          // A stream that nobody reads is closed already.
          return turn.then(() => void (unread.signal.aborted || controller.close()));
        },
        cancel: () => unread.abort(),
      });
    },
  };
}

interface Turn {
  speech: Speech;
  request: SpeechRequest;
  leaving: AbortSignal;
}

async function sayInto(sound: ReadableStreamDefaultController<Int16Array>, { speech, request, leaving }: Turn): Promise<void> {
  if (leaving.aborted) return;
  const job = speech.say(request, { onAudio: (samples) => sound.enqueue(samples), onWords: () => {} });
  leaving.addEventListener('abort', job.cancel, { once: true });
  try {
    await job.done;
  } finally {
    leaving.removeEventListener('abort', job.cancel);
  }
}
