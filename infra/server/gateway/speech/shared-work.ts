import { HttpError } from '../../http/http-error.ts';

/** Work that any number wait for: done once, and broken off when the last of them has left. */
export interface SharedWork<T> {
  /**
   * The result of the work under way for `key`; `work` is started only when there is none.
   * @throws what the work threw; HttpError `stale` for whoever left, who never reads it
   */
  join(key: string, work: (signal: AbortSignal) => Promise<T>, leaving: AbortSignal): Promise<T>;
}

interface Running<T> {
  result: Promise<T>;
  waiting: number;
  /** Nobody can join any more. */
  end(): void;
  breakOff(): void;
}

export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>();

  const start = (key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> => {
    const controller = new AbortController();
    const end = () => {
      if (running.get(key) === started) running.delete(key);
    };
    const started: Running<T> = { result: work(controller.signal), waiting: 0, end, breakOff: () => controller.abort() };
    running.set(key, started);
    started.result.then(end, end);
    return started;
  };

  return {
    async join(key, work, leaving) {
      if (leaving.aborted) throw hasLeft();
      return waitFor(running.get(key) ?? start(key, work), leaving);
    },
  };
}

function waitFor<T>(work: Running<T>, leaving: AbortSignal): Promise<T> {
  work.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      work.waiting -= 1;
      if (work.waiting === 0) {
        work.end();
        work.breakOff();
      }
      reject(hasLeft());
    };
    const stay = () => leaving.removeEventListener('abort', leave);
    leaving.addEventListener('abort', leave, { once: true });
    work.result.then(resolve, reject).finally(stay);
  });
}

/** Stopping in the middle of a text is a visitor's right and no failure: a code that is not logged as one. */
const hasLeft = () => new HttpError('stale', { reason: 'the visitor left' });
