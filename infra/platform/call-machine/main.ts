import { type CommandResult, type DailyCommand, type DailyEvent, emptyCallState, type FatalError } from './daily.ts';
import { CallSession } from './session.ts';

type Handlers = { [Action in DailyCommand['action']]: (command: Extract<DailyCommand, { action: Action }>) => unknown };

const what = 'iframe-call-message';

type Envelope = { what: typeof what; from: 'module' | 'embedded'; callClientId: string; callbackStamp?: string };

function isForMachine(data: unknown, callClientId: string): data is DailyCommand & Envelope {
  const envelope: Partial<Envelope> = Object(data);
  return envelope.what === what && envelope.from === 'module' && envelope.callClientId === callClientId;
}

/** The objects that daily-js leaves in the window for the call machine that it loads. */
interface DailyPage {
  /** Ids of the call objects that wait for a machine, in order. */
  pendings: string[];
  instances: Record<string, { tracks?: { audioTrack?: MediaStreamTrack }; callMachine?: object } | undefined>;
}

/**
 * Takes the place of Daily's call machine, with one session at a time, for the call object that waits longest. No call object waits after a
 * cancelled load.
 */
function install(page: DailyPage | undefined): void {
  const callClientId = page?.pendings.shift();
  const instance = callClientId === undefined ? undefined : page?.instances[callClientId];
  if (callClientId === undefined || !instance) return;
  let session: CallSession | undefined;
  let state = emptyCallState();
  let listening = new AbortController();
  // daily-js and its call machine post to the window that they share.
  const emit = (message: DailyEvent | (CommandResult & { action: 'callback'; callbackStamp: string })) =>
    window.postMessage({ ...message, what, from: 'embedded', callClientId } satisfies Envelope, location.origin);
  const reset = () => {
    session?.end();
    session = undefined;
    state = emptyCallState();
  };
  /** The next command comes after a reset. */
  const leave = () => {
    reset();
    emit({ action: 'left-meeting' });
    listening.abort();
  };
  const onFailed = (error: FatalError) => {
    reset();
    emit({ action: 'error', errorMsg: error.msg, error });
    leave();
  };
  const handlers: Handlers = {
    async 'join-meeting'({ properties, preloadCache: cache = {} }) {
      reset();
      // The first event, because daily-js stores requests in its cache until this event.
      emit({ action: 'call-machine-initialized' });
      // No message can carry the page's microphone track.
      session = new CallSession({ ...properties, cache, track: instance.tracks?.audioTrack, state, emit, onFailed });
      await session.join();
    },
    'leave-meeting': leave,
    'app-msg': ({ data }) => session?.send(data),
    'local-audio': ({ state: isOn }) => session?.setMicrophone(isOn),
    'update-participant': ({ properties: { setSubscribedTracks } }) => {
      if (setSubscribedTracks !== undefined) session?.subscribe(setSubscribedTracks);
    },
    // The browser's own sound processing is always on; daily-js stores the settings itself.
    'update-input-settings': () => ({ returnPreloadCache: true }),
    'local-recording-start': () => session?.record(true),
    'local-recording-stop': () => session?.record(false),
  };
  /** An unknown command has an empty result, so that daily-js's promise resolves. */
  const run = async (command: DailyCommand): Promise<CommandResult> => {
    const handle = handlers[command.action] as ((command: DailyCommand) => unknown) | undefined;
    return ((await handle?.(command)) ?? {}) as CommandResult;
  };
  const respond = async (command: DailyCommand & Envelope) => {
    const result = await run(command).catch((error: unknown): CommandResult => ({ error: String(error) }));
    const { callbackStamp } = command;
    if (callbackStamp !== undefined) emit({ ...result, action: 'callback', callbackStamp });
  };
  const listen = () => {
    listening.abort();
    listening = new AbortController();
    const handle = ({ data, source }: MessageEvent<unknown>) => {
      if (source === window && isForMachine(data, callClientId)) void respond(data);
    };
    window.addEventListener('message', handle, { signal: listening.signal });
  };
  instance.callMachine = {
    store: { getState: () => state },
    // daily-js resets a machine before the next call.
    reset() {
      reset();
      listen();
    },
  };
  listen();
}

install((window as Window & { _daily?: DailyPage })._daily);
