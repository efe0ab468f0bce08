import { spawn } from 'node:child_process';
import { z } from 'zod';
import { ownSpeechModel, type Speech, SpeechError, type SpeechJob, type SpeechListener, type SpeechRequest } from './speech.ts';

const wordSchema = z.object({ ms: z.number(), offset: z.number().int(), length: z.number().int() });

const headSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('audio'), id: z.number() }),
  z.object({ type: z.literal('words'), id: z.number(), words: z.array(wordSchema) }),
  z.object({ type: z.literal('done'), id: z.number() }),
  z.object({ type: z.literal('error'), id: z.number(), message: z.string() }),
]);

/** A frame of the speech program; the samples come with `audio`. */
type SpeechFrame = z.infer<typeof headSchema> & { samples?: Int16Array };

const lengthsBytes = 8;

/**
 * Puts the program's frames together, however its output was cut.
 * @throws what JSON or the schema throws when the program breaks its protocol
 */
function createFrameReader(onFrame: (frame: SpeechFrame) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= lengthsBytes) {
      const headEnd = lengthsBytes + rest.readUInt32LE(0);
      const end = headEnd + rest.readUInt32LE(4);
      if (rest.length < end) return;
      const head = headSchema.parse(JSON.parse(rest.toString('utf8', lengthsBytes, headEnd)));
      const body = rest.subarray(headEnd, end);
      rest = rest.subarray(end);
      onFrame(head.type === 'audio' ? { ...head, samples: toSamples(body) } : head);
    }
  };
}

/** A copy: a slice of the pipe's buffer need not be where 16-bit numbers may. */
function toSamples(bytes: Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, bytes.length >> 1);
}

type SpeechProcess = ReturnType<typeof startSpeechProcess>;

/** Starts the speech program. `onGone` is called once, when it has ended for whatever reason. */
function startSpeechProcess(program: string, onFrame: (frame: SpeechFrame) => void, onGone: () => void) {
  // It gets no environment: there are secrets in ours.
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  const gone = new Promise<void>((resolve) => {
    // `error` alone when it could not be started, `close` otherwise, when all its output has been read.
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  void gone.then(onGone);
  const read = createFrameReader(onFrame);
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      read(chunk);
    } catch {
      child.kill();
    }
  });
  // Writing to a process that is ending; its end is reported by `close`.
  child.stdin.on('error', () => {});
  return {
    write: (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    /** Closes its input, which ends it; resolves when it is gone. */
    end: () => {
      child.stdin.end();
      return gone;
    },
  };
}

interface OpenJob {
  id: number;
  request: SpeechRequest;
  listener: SpeechListener;
  /** Delivered already; when the text is said again, nothing is delivered twice. */
  deliveredSamples: number;
  deliveredWords: number;
  /** Of the saying that runs now. */
  samples: number;
  words: number;
  starts: number;
  finish(error?: SpeechError): void;
}

const nothingDelivered = { samples: 0, words: 0 };

/** A text during which the program died twice is given up. */
const mostStarts = 2;

/**
 * Speech by the program (`infra/speech/main.mjs`), which is started when it is first needed and again when it died: the text it was saying
 * is said again, from where it broke off.
 */
export function createSpeech({ program }: { program: string }): Speech {
  const jobs = new Map<number, OpenJob>();
  let child: SpeechProcess | undefined;
  let lastId = 0;
  let isClosed = false;

  const start = (job: OpenJob) => {
    Object.assign(job, nothingDelivered);
    running().write({ id: job.id, ...job.request });
  };

  const running = (): SpeechProcess => {
    child ??= startSpeechProcess(program, (frame) => deliver(jobs, frame), onGone);
    return child;
  };

  const onGone = () => {
    child = undefined;
    if (isClosed) return;
    // The first open text is the one it died of; the others had not begun.
    const [first] = jobs.values();
    if (first) first.starts += 1;
    if (first && first.starts > mostStarts) {
      jobs.delete(first.id);
      first.finish(new SpeechError('The speech program died twice'));
    }
    for (const job of jobs.values()) start(job);
  };

  return {
    model: ownSpeechModel,
    prepare() {
      if (!isClosed) running();
    },
    say({ text, timbre, pitch, speed, rate = 1 }, listener): SpeechJob {
      if (isClosed) return { done: Promise.reject(new SpeechError('Speech has ended')), cancel: () => {} };
      lastId += 1;
      const id = lastId;
      const done = new Promise<void>((resolve, reject) => {
        const finish = (error?: SpeechError) => (error ? reject(error) : resolve());
        jobs.set(id, {
          id,
          request: { text, timbre, pitch, speed: Math.round(speed * rate) },
          listener,
          finish,
          starts: 1,
          ...nothingDelivered,
          deliveredSamples: 0,
          deliveredWords: 0,
        });
      });
      const job = jobs.get(id);
      if (job) start(job);
      return {
        done,
        cancel() {
          if (!jobs.delete(id)) return;
          child?.write({ cancel: id });
          job?.finish();
        },
      };
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
  const job = frame.type === 'ready' ? undefined : jobs.get(frame.id);
  if (!job) return;
  if (frame.type === 'audio') deliverAudio(job, frame.samples ?? new Int16Array());
  else if (frame.type === 'words') deliverWords(job, frame.words);
  else {
    jobs.delete(job.id);
    job.finish(frame.type === 'error' ? new SpeechError(frame.message) : undefined);
  }
}

function deliverAudio(job: OpenJob, samples: Int16Array): void {
  const fresh = samples.subarray(Math.max(0, job.deliveredSamples - job.samples));
  job.samples += samples.length;
  job.deliveredSamples = Math.max(job.deliveredSamples, job.samples);
  if (fresh.length > 0) job.listener.onAudio(fresh);
}

function deliverWords(job: OpenJob, words: Parameters<SpeechListener['onWords']>[0]): void {
  const fresh = words.slice(Math.max(0, job.deliveredWords - job.words));
  job.words += words.length;
  job.deliveredWords = Math.max(job.deliveredWords, job.words);
  if (fresh.length > 0) job.listener.onWords(fresh);
}
