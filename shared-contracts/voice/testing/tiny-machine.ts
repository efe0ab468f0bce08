/* The smallest call machine that daily-js 0.87 accepts. All other code of a call in these tests is the SDKs' own. */
type Action = Record<string, unknown> & { action: string; callbackStamp?: string };

export interface MachineOptions {
  /** False makes joining hang. */
  readonly joins: boolean;
  /** False keeps the call. */
  readonly leaves: boolean;
  onAction(action: Action): void;
}

interface DailyWindow {
  _daily?: { pendings: string[]; instances: Record<string, { callMachine?: unknown }> };
}

const speakerId = 'speaker-1';
const off = { state: 'off', off: { byUser: true }, subscribed: false };

/** Undefined if the call was cancelled while its script loaded. */
export function runTinyMachine(options: MachineOptions) {
  const daily = (window as DailyWindow)._daily;
  const id = daily?.pendings.shift();
  const instance = id && daily?.instances[id];
  if (!id || !instance) return undefined;

  const state = {
    local: { public: { subscribedTracks: {} }, streams: { cam: { stream: null } } },
    participants: {},
    streams: {} as Record<string, unknown>,
  };
  instance.callMachine = { store: { getState: () => state }, reset: () => undefined };
  const post = (message: object) =>
    window.postMessage({ ...message, what: 'iframe-call-message', from: 'embedded', callClientId: id }, location.origin);
  const person = (local: boolean, audio: object) => ({
    session_id: local ? 'visitor-1' : speakerId,
    user_name: local ? '' : 'Vapi Speaker',
    local,
    audio: false,
    tracks: { audio, video: off, screenAudio: off, screenVideo: off },
  });

  const join = () => {
    if (!options.joins) return;
    post({ action: 'call-machine-initialized' });
    post({ action: 'joined-meeting', participants: { local: person(true, off) } });
    post({ action: 'participant-joined', participant: person(false, { state: 'sendable', subscribed: false }) });
  };
  const subscribe = () => {
    state.streams[speakerId] = {
      participantId: speakerId,
      type: 'cam',
      pendingTrack: { kind: 'audio', id: 'voice' },
      starttime: new Date(0).toISOString(),
    };
    state.local.public.subscribedTracks = { [speakerId]: { 'cam-audio': true } };
    post({ action: 'participant-updated', participant: person(false, { state: 'playable', subscribed: true }) });
  };
  const leave = () => post({ action: 'left-meeting' });

  const answers: Record<string, () => unknown> = {
    'join-meeting': join,
    'leave-meeting': () => options.leaves && leave(),
    'update-participant': subscribe,
  };
  const listen = ({ data }: MessageEvent<Action & { what: string; from: string; callClientId: string }>) => {
    if (data.what !== 'iframe-call-message' || data.from !== 'module' || data.callClientId !== id) return;
    options.onAction(data);
    answers[data.action]?.();
    if (data.callbackStamp) post({ action: 'callback', callbackStamp: data.callbackStamp });
  };
  window.addEventListener('message', listen);
  return {
    say: (message: unknown) =>
      post({ action: 'app-message', fromId: speakerId, data: typeof message === 'string' ? message : JSON.stringify(message) }),
    network: (event: 'interrupted' | 'connected') => post({ action: 'network-connection', type: 'signaling', event }),
    levels: (guide: number) => post({ action: 'remote-participants-audio-level', participantsAudioLevel: { [speakerId]: guide } }),
    fail(type: string, message: string) {
      post({ action: 'error', errorMsg: message, error: { type, msg: message } });
      leave();
    },
    failDevice: (type: string) => post({ action: 'camera-error', errorMsg: { errorMsg: '', audioOk: false }, error: { type, msg: '' } }),
    leave,
    end: () => window.removeEventListener('message', listen),
  };
}

export type TinyMachine = NonNullable<ReturnType<typeof runTinyMachine>>;
