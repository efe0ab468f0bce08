import { fork } from 'node:child_process';
import { once } from 'node:events';
import { ownSpeechModel, type Speech, SpeechError, type SpeechListener, type SpeechRequest, type SpokenWord } from './speech.ts';

/** Messages of the speech program, not validated, because site and program are from one build. */
type SpeechFrame =
  | { type: 'audio'; id: number; samples: Int16Array }
  | { type: 'words'; id: number; words: readonly SpokenWord[] }
  | { type: 'done'; id: number }
  | { type: 'error'; id: number; message: string };

function startSpeechProcess(program: string, onFrame: (frame: SpeechFrame) => void, onGone: () => void) {
  // The child gets no environment, because ours contains secrets.
  const child = fork(program, { serialization: 'advanced', env: {}, execArgv: [] });
  // A child that cannot be started emits `error` alone. `disconnect` comes after all messages of the child.
  const [ended, disconnected] = ['exit', 'disconnect'].map((event) => once(child, event).catch(() => {}));
  void disconnected?.then(onGone);
  child.on('message', (message) => onFrame(message as SpeechFrame));
  return {
    /** Ignores errors: an ending program reads nothing, and `onGone` reports its end. */
    send: (message: object) => void child.send(message, () => {}),
    async end() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

type Progress = { samples: number; words: number };

interface OpenJob {
  id: number;
  request: SpeechRequest;
  listener: SpeechListener;
  delivered: Progress;
  /** What a restarted program says again. Nothing is delivered twice. */
  repeated: Progress;
  starts: number;
  finish(error?: SpeechError): void;
}

const mostStarts = 2;

/** The program starts on demand and restarts after a crash. The interrupted text then continues at the same sample. */
export function createSpeech({ program }: { program: string }): Speech {
  const jobs = new Map<number, OpenJob>();
  let child: ReturnType<typeof startSpeechProcess> | undefined;
  let lastId = 0;
  let isClosed = false;

  const running = () => {
    child ??= startSpeechProcess(program, (frame) => deliver(jobs, frame), onGone);
    return child;
  };

  const start = (job: OpenJob) => {
    job.repeated = { ...job.delivered };
    running().send({ id: job.id, ...job.request });
  };

  const onGone = () => {
    child = undefined;
    if (isClosed) return;
    // The program speaks the texts in order, so the first open text was running during the crash.
    const [first] = jobs.values();
    if (first) first.starts += 1;
    if (first && first.starts > mostStarts) {
      jobs.delete(first.id);
      first.finish(new SpeechError('The speech program crashed twice during this text'));
    }
    for (const job of jobs.values()) start(job);
  };

  return {
    model: ownSpeechModel,
    prepare() {
      if (!isClosed) running();
    },
    say({ text, timbre, pitch, speed, rate = 1 }, listener, signal) {
      if (isClosed) return Promise.reject(new SpeechError('The site is closing'));
      lastId += 1;
      const id = lastId;
      const request = { text, timbre, pitch, speed: Math.round(speed * rate) };
      return new Promise<void>((resolve, reject) => {
        const cancel = () => {
          if (jobs.delete(id)) child?.send({ cancel: id });
          finish();
        };
        const finish = (error?: SpeechError) => {
          signal.removeEventListener('abort', cancel);
          if (error) reject(error);
          else resolve();
        };
        signal.addEventListener('abort', cancel);
        const none = { samples: 0, words: 0 };
        const job: OpenJob = { id, request, listener, finish, starts: 1, delivered: { ...none }, repeated: none };
        jobs.set(id, job);
        start(job);
      });
    },
    async close() {
      isClosed = true;
      const open = [...jobs.values()];
      jobs.clear();
      for (const job of open) job.finish();
      await child?.end();
    },
  };
}

function deliver(jobs: Map<number, OpenJob>, frame: SpeechFrame): void {
  const job = jobs.get(frame.id);
  if (!job) return;
  if (frame.type === 'audio') {
    const samples = frame.samples.subarray(countRepeated(job, 'samples', frame.samples.length));
    if (samples.length > 0) job.listener.onAudio(samples);
  } else if (frame.type === 'words') {
    const words = frame.words.slice(countRepeated(job, 'words', frame.words.length));
    if (words.length > 0) job.listener.onWords(words);
  } else {
    jobs.delete(job.id);
    job.finish(frame.type === 'error' ? new SpeechError(frame.message) : undefined);
  }
}

function countRepeated({ delivered, repeated }: OpenJob, kind: keyof Progress, length: number): number {
  const again = Math.min(repeated[kind], length);
  repeated[kind] -= again;
  delivered[kind] += length - again;
  return again;
}
