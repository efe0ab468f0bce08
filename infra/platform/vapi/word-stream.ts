import type { ServerResponse } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/remote/clock';

export interface WordStream {
  /** Sent at once, before the first word. */
  head: readonly string[];
  words: readonly string[];
  /** Sent with the last word. */
  end: string;
}

export interface WordPace {
  clock: Clock;
  /** Between two words; the first goes out at once. 0: all at once. */
  wordDelayMs: number;
  /** Breaks the stream off, as a server that goes away does. */
  signal: AbortSignal;
}

/** Sends server-sent events word by word. Once the client is gone no timer is left. */
export function streamWords(response: ServerResponse, { head, words, end }: WordStream, { clock, wordDelayMs, signal }: WordPace): void {
  let next = 0;
  let cancel = () => {};
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  const stop = () => {
    cancel();
    signal.removeEventListener('abort', breakOff);
  };
  const breakOff = () => response.destroy();
  const sendNext = () => {
    do {
      const word = words[next++];
      if (word !== undefined) send(word);
    } while (wordDelayMs === 0 && next < words.length);
    if (next < words.length) {
      cancel = clock.after(wordDelayMs, sendNext);
    } else {
      send(end);
      response.end();
    }
  };

  // A client may be gone before its answer begins, and then "close" has already happened.
  if (response.destroyed) return;
  response.once('close', stop);
  signal.addEventListener('abort', breakOff);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  for (const data of head) send(data);
  sendNext();
}
