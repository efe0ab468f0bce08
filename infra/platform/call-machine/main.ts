import { type Clock, systemClock } from '@enfilade/shared-contracts/kit/clock';
import { emptyCallState } from './daily/call-state.ts';
import type { CommandResult, DailyCommand, DailyEvent, Emit, FatalError } from './daily/messages.ts';
import { CallSession } from './session.ts';

interface CallMachineOptions {
  clock: Clock;
  emit: Emit;
  /** The track the page brought along: no message can carry one. */
  sharedTrack(): MediaStreamTrack | undefined;
  /** Nothing more is expected before a reset. */
  onLeft(): void;
}

/** The result of a handler, or of its promise, is the command's result; most handlers return nothing. */
type Handlers = { [Action in DailyCommand['action']]: (command: Extract<DailyCommand, { action: Action }>) => unknown };

/** Plays Daily's call machine: daily-js' commands in, its events out, one session at a time. */
class CallMachine {
  private readonly options: CallMachineOptions;
  private session: CallSession | undefined;
  private state = emptyCallState();
  private readonly handlers: Handlers = {
    'join-meeting': (command) => this.join(command),
    'leave-meeting': () => this.leave(),
    'app-msg': ({ data }) => this.session?.send(data),
    'local-audio': ({ state }) => this.session?.setMicrophone(state),
    'update-participant': ({ properties: { setSubscribedTracks } }) => {
      if (setSubscribedTracks !== undefined) this.session?.room?.guide.subscribe(setSubscribedTracks);
    },
    // The browser's own sound processing is on already: daily-js notes by itself what it is told.
    'update-input-settings': () => ({ returnPreloadCache: true }),
    'local-recording-start': () => this.session?.room?.record(true),
    'local-recording-stop': () => this.session?.room?.record(false),
  };

  constructor(options: CallMachineOptions) {
    this.options = options;
  }

  readonly store = { getState: () => this.state };

  /** What daily-js waits for; an unknown command has an empty result, so that no promise hangs. */
  async run(command: DailyCommand): Promise<CommandResult> {
    const handle = this.handlers[command.action] as ((command: DailyCommand) => unknown) | undefined;
    return ((await handle?.(command)) ?? {}) as CommandResult;
  }

  /** Restores the state before the first join. */
  reset(): void {
    this.session?.end();
    this.session = undefined;
    this.state = emptyCallState();
  }

  private async join({ properties, preloadCache: cache = {} }: Extract<DailyCommand, { action: 'join-meeting' }>): Promise<void> {
    const { clock, emit, sharedTrack } = this.options;
    this.reset();
    // Before anything else: until then daily-js writes what it is asked for into its cache.
    emit({ action: 'call-machine-initialized' });
    const onFailed = (error: FatalError) => this.fail(error);
    this.session = new CallSession({ ...properties, cache, track: sharedTrack(), state: this.state, clock, emit, onFailed });
    await this.session.join();
  }

  private leave(): void {
    this.reset();
    this.options.emit({ action: 'left-meeting' });
    this.options.onLeft();
  }

  private fail(error: FatalError): void {
    this.reset();
    this.options.emit({ action: 'error', errorMsg: error.msg, error });
    this.options.emit({ action: 'left-meeting' });
    this.options.onLeft();
  }
}

const what = 'iframe-call-message';

interface Envelope {
  what: typeof what;
  from: 'module' | 'embedded';
  callClientId: string;
  callbackStamp?: string;
}

/** Messages between daily-js and its call machine: both live in one window and post to it. */
function createDailyChannel(callClientId: string) {
  let listening = new AbortController();
  const post = (message: DailyEvent | (CommandResult & { action: 'callback'; callbackStamp: string })) => {
    const envelope: Envelope = { what, from: 'embedded', callClientId };
    window.postMessage({ ...message, ...envelope }, location.origin);
  };
  return {
    emit: post,
    /** Each command that requests a result gets exactly one. Until `stopListening`. */
    listen(run: (command: DailyCommand) => Promise<CommandResult>) {
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
