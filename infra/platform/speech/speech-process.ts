import { spawn } from 'node:child_process';
import { createFrameReader, type SpeechFrame } from './frame-reader.ts';

export interface SpeechProcess {
  write(message: object): void;
  /** Closes its input, which ends it; resolves when it is gone. */
  end(): Promise<void>;
}

/** Starts the speech program. `onGone` is told once, when it has ended for whatever reason. */
export function startSpeechProcess(program: string, onFrame: (frame: SpeechFrame) => void, onGone: () => void): SpeechProcess {
  // It gets no environment: there are secrets in ours.
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  const gone = new Promise<void>((resolve) => {
    // `error` alone when it could not be started, `close` otherwise, when all it said has been read.
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
  // Writing to one that is dying; its end is told by `close`.
  child.stdin.on('error', () => {});
  return {
    write: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    end: () => {
      child.stdin.end();
      return gone;
    },
  };
}
