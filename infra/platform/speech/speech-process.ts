import { spawn } from 'node:child_process';
import { z } from 'zod';

const wordSchema = z.object({ ms: z.number(), offset: z.number().int(), length: z.number().int() });

const headSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('audio'), id: z.number() }),
  z.object({ type: z.literal('words'), id: z.number(), words: z.array(wordSchema) }),
  z.object({ type: z.literal('done'), id: z.number() }),
  z.object({ type: z.literal('error'), id: z.number(), message: z.string() }),
]);

/** A frame of the speech program; the samples come with `audio`. */
export type SpeechFrame = z.infer<typeof headSchema> & { samples?: Int16Array };

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

/** A copy: a slice of the pipe's buffer need not lie where 16-bit numbers may. */
function toSamples(bytes: Buffer): Int16Array {
  return new Int16Array(Uint8Array.from(bytes).buffer, 0, bytes.length >> 1);
}

export interface SpeechProcess {
  write(message: object): void;
  /** Closes its input, which ends it; resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts the speech program. `onGone` is called once, when it has ended for whatever reason. */
export function startSpeechProcess(program: string, onFrame: (frame: SpeechFrame) => void, onGone: () => void): SpeechProcess {
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
  // Writing to one that is dying; its end is reported by `close`.
  child.stdin.on('error', () => {});
  return {
    write: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    end: () => {
      child.stdin.end();
      return gone;
    },
  };
}
