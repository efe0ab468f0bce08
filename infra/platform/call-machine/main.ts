import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { CallMachine } from './call-machine.ts';
import type { FromDaily, Reply, Tell, ToDaily } from './daily/messages.ts';

const what = 'iframe-call-message';

interface Envelope {
  what: typeof what;
  from: 'module' | 'embedded';
  callClientId: string;
  callbackStamp?: string;
}

/** Messages between daily-js and its call machine: both live in one window and post to it. */
interface DailyChannel {
  tell: Tell;
  /** Each message is answered once if it asks for that. Until `deafen`. */
  listen(answer: (message: FromDaily) => Promise<Reply>): void;
  deafen(): void;
}

function createDailyChannel(callClientId: string): DailyChannel {
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

/** What daily-js leaves in the window for the call machine it loads. */
interface DailyPage {
  /** Call objects that wait for a machine, in order. */
  pendings: string[];
  instances: Record<string, { tracks?: { audioTrack?: MediaStreamTrack }; callMachine?: Pick<CallMachine, 'store' | 'reset'> } | undefined>;
}

/** Takes the place of Daily's call machine for the call object that waits longest; without one the load was called off. */
function install(page: DailyPage | undefined): void {
  const callClientId = page?.pendings.shift();
  const instance = callClientId === undefined ? undefined : page?.instances[callClientId];
  if (callClientId === undefined || !instance) return;
  const channel = createDailyChannel(callClientId);
  const machine = new CallMachine({
    clock: systemClock,
    tell: channel.tell,
    sharedTrack: () => instance.tracks?.audioTrack,
    left: channel.deafen,
  });
  const listen = () => channel.listen((message) => machine.answer(message));
  instance.callMachine = {
    store: machine.store,
    // daily-js resets a machine it uses again after a call.
    reset() {
      machine.reset();
      listen();
    },
  };
  listen();
}

install((window as Window & { _daily?: DailyPage })._daily);
