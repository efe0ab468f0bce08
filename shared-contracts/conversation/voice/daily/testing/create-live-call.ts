import Daily, { type DailyCall, type DailyFactoryOptions } from '@daily-co/daily-js';

/** The part of daily-js that its call machine is reached by. */
interface MachineWindow extends Window {
  _daily?: { instances: Record<string, { callMachine?: unknown }> };
}

interface Request {
  what: string;
  from: string;
  action: string;
  callbackStamp?: string;
}

export interface LiveCall {
  /** daily-js's own, unmodified. */
  call: DailyCall;
  /** What reached the call machine: nothing of what was refused. */
  asked: string[];
  /** As the call machine; resolves when daily-js has heard it. */
  tell(message: object): Promise<void>;
  end(): Promise<void>;
}

/** daily-js asks for these before it makes a call; nothing of them is used here. */
export function allowCalls(): void {
  Object.defineProperty(navigator, 'userAgent', {
    configurable: true,
    value: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36',
  });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: Object.assign(new EventTarget(), {
      getUserMedia: () => Promise.reject(new Error('no devices')),
      enumerateDevices: async () => [],
    }),
  });
  globalThis.MediaStreamTrack ??= class extends EventTarget {} as unknown as typeof MediaStreamTrack;
}

/** daily-js looks here for its bundle before it asks the network; ours does nothing, the answers come from `answer` below. */
export function holdBundle(code: Promise<string> | string = ';'): void {
  Object.assign(globalThis, { iOSCallObjectBundleCache: { get: async () => ({ code: await code }) } });
}

/** A call whose machine says yes to everything, so that what is refused is refused by daily-js. */
export function createLiveCall(options: DailyFactoryOptions = {}): LiveCall {
  const call = Daily.createCallObject({ ...options, allowMultipleCallInstances: true });
  const { callClientId } = call;
  const asked: string[] = [];
  const instance = (window as MachineWindow)._daily?.instances[callClientId];
  if (instance) instance.callMachine = { store: { getState: () => ({}) }, reset: () => undefined };
  const tell = (message: object) =>
    window.postMessage({ ...message, what: 'iframe-call-message', from: 'embedded', callClientId }, window.location.origin);
  const answer = ({ data }: MessageEvent<Request & { callClientId: string }>) => {
    if (data.what !== 'iframe-call-message' || data.from !== 'module' || data.callClientId !== callClientId) return;
    asked.push(data.action);
    for (const message of messagesAfter(data.action)) tell(message);
    if (data.callbackStamp) tell({ action: 'callback', callbackStamp: data.callbackStamp });
  };
  window.addEventListener('message', answer);
  const end = async () => {
    await call.destroy();
    window.removeEventListener('message', answer);
  };
  const tellAndWait = async (message: object) => {
    const heard = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }));
    tell(message);
    await heard;
  };
  return { call, asked, tell: tellAndWait, end };
}

function messagesAfter(action: string): object[] {
  if (action === 'leave-meeting') return [{ action: 'left-meeting' }];
  if (action !== 'join-meeting') return [];
  return [{ action: 'call-machine-initialized' }, { action: 'joined-meeting', participants: {} }];
}
