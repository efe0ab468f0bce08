import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { CallMachine } from './call-machine.ts';
import type { CommandResult, DailyCommand, DailyEvent, Emit } from './daily/messages.ts';

const what = 'iframe-call-message';

interface Envelope {
  what: typeof what;
  from: 'module' | 'embedded';
  callClientId: string;
  callbackStamp?: string;
}

/** Messages between daily-js and its call machine: both live in one window and post to it. */
interface DailyChannel {
  emit: Emit;
  /** Each command gets one result if it asks for that. Until `stopListening`. */
  listen(run: (command: DailyCommand) => Promise<CommandResult>): void;
  stopListening(): void;
}

function createDailyChannel(callClientId: string): DailyChannel {
  let listening = new AbortController();
  const post = (message: DailyEvent | (CommandResult & { action: 'callback'; callbackStamp: string })) => {
    const envelope: Envelope = { what, from: 'embedded', callClientId };
    window.postMessage({ ...message, ...envelope }, location.origin);
  };
  return {
    emit: post,
    listen(run) {
      listening.abort();
      listening = new AbortController();
      const handle = ({ data, source }: MessageEvent<unknown>) => {
        if (source === window && isForMachine(data, callClientId)) void respond(data, run);
      };
      window.addEventListener('message', handle, { signal: listening.signal });
    },
    stopListening: () => listening.abort(),
  };

  async function respond(command: DailyCommand & Envelope, run: (command: DailyCommand) => Promise<CommandResult>): Promise<void> {
    const result = await run(command).catch((error: unknown): CommandResult => ({ error: String(error) }));
    const { callbackStamp } = command;
    if (callbackStamp !== undefined) post({ ...result, action: 'callback', callbackStamp });
  }
}

function isForMachine(data: unknown, callClientId: string): data is DailyCommand & Envelope {
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
    emit: channel.emit,
    sharedTrack: () => instance.tracks?.audioTrack,
    onLeft: channel.stopListening,
  });
  const listen = () => channel.listen((command) => machine.run(command));
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
