import type { ServerResponse } from 'node:http';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';

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
}

/** Sends server-sent events word by word. Once the connection is gone no timer is left. */
export function streamWords(response: ServerResponse, { head, words, end }: WordStream, { clock, wordDelayMs }: WordPace): void {
  const send = (data: string) => response.write(`data: ${data}\n\n`);
  let next = 0;
  let cancel = () => {};
  const sendNext = () => {
    do {
      const word = words[next++];
      if (word !== undefined) send(word);
    } while (wordDelayMs === 0 && next < words.length);
    if (next < words.length) {
      cancel = clock.after(wordDelayMs, sendNext);
      return;
    }
    send(end);
    response.end();
  };

  // A client may be gone before its answer begins, and then "close" has already happened.
  if (response.destroyed) return;
  response.once('close', () => cancel());
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache', 'x-accel-buffering': 'no' });
  for (const data of head) send(data);
  sendNext();
}
