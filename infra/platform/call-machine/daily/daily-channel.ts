import type { FromDaily, Reply } from './messages.ts';
import type { Tell, ToDaily } from './to-daily.ts';

const what = 'iframe-call-message';

interface Envelope {
  what: typeof what;
  from: 'module' | 'embedded';
  callClientId: string;
  callbackStamp?: string;
}

/** Messages between daily-js and its call machine: both live in one window and post to it. */
export interface DailyChannel {
  tell: Tell;
  /** Each message is answered once if it asks for that. Until `deafen`. */
  listen(answer: (message: FromDaily) => Promise<Reply>): void;
  deafen(): void;
}

export function createDailyChannel(callClientId: string): DailyChannel {
  let deaf = new AbortController();
  const post = (message: ToDaily | (Reply & { action: 'callback'; callbackStamp: string })) => {
    const envelope: Envelope = { what, from: 'embedded', callClientId };
    window.postMessage({ ...message, ...envelope }, location.origin);
  };
  return {
    tell: post,
    listen(answer) {
      deaf.abort();
      deaf = new AbortController();
      const hear = ({ data, source }: MessageEvent<unknown>) => {
        if (source === window && isForMachine(data, callClientId)) void respond(data, answer);
      };
      window.addEventListener('message', hear, { signal: deaf.signal });
    },
    deafen: () => deaf.abort(),
  };

  async function respond(message: FromDaily & Envelope, answer: (message: FromDaily) => Promise<Reply>): Promise<void> {
    const reply = await answer(message).catch((error: unknown): Reply => ({ error: String(error) }));
    const { callbackStamp } = message;
    if (callbackStamp !== undefined) post({ ...reply, action: 'callback', callbackStamp });
  }
}

function isForMachine(data: unknown, callClientId: string): data is FromDaily & Envelope {
  if (typeof data !== 'object' || data === null) return false;
  const envelope = data as Partial<Envelope>;
  return envelope.what === what && envelope.from === 'module' && envelope.callClientId === callClientId;
}
