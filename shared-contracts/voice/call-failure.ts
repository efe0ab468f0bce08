import { ApiError } from '../api/api-error.ts';
import { type GatewayErrorBody, gatewayErrorSchema } from '../api/gateway-error.ts';
import { refusalCategory } from '../api/request.ts';
import { type Failure, type FailureCategory, toFailure, VoiceError } from './failure.ts';

const usualRetrySeconds = 3;

/** The gateway's answer while every voice slot is taken. */
export function pickBusy(cause: unknown) {
  const refusal = readRefusal(cause);
  if (refusal?.code !== 'busy') return undefined;
  return { ahead: refusal.ahead ?? 1, retryAfterMs: (refusal.retryAfterSeconds ?? usualRetrySeconds) * 1000 };
}

/** Never throws. */
export function pickCallFailure(cause: unknown): Failure {
  if (cause instanceof VoiceError) return { category: cause.category };
  if (cause instanceof ApiError) return toFailure(cause);
  const refusal = readRefusal(cause);
  if (!refusal) return { category: readDailyError(cause).category };
  return toFailure({ category: refusalCategory(refusal.code), retryAfterSeconds: refusal.retryAfterSeconds });
}

/** The SDK puts the body of the gateway's answer into its error's field `error`. */
function readRefusal(cause: unknown): GatewayErrorBody | undefined {
  if (typeof cause !== 'object' || cause === null || !('error' in cause)) return undefined;
  return gatewayErrorSchema.safeParse(cause.error).data;
}

/** Another connection may succeed after a broken one, or after a closed, full or expired room. */
export const canReconnect = ({ category }: Failure) => category === 'network' || category === 'refused';

interface DailyError {
  category: FailureCategory;
  /** A missing, busy or forbidden camera must not end a voice conversation. */
  isCameraOnly: boolean;
}

type Categories = ReadonlyMap<unknown, FailureCategory>;

/** The fatal kinds of daily-js 0.87. */
const fatalKinds: Categories = new Map([
  ['connection-error', 'network'],
  ['end-of-life', 'refused'],
  ['ejected', 'ended'],
  ['exp-room', 'ended'],
  ['exp-token', 'refused'],
  ['meeting-full', 'refused'],
  ['nbf-room', 'refused'],
  ['nbf-token', 'refused'],
  ['not-allowed', 'refused'],
  ['no-room', 'refused'],
]);

const deviceKinds: Categories = new Map([
  ['permissions', 'microphone-denied'],
  ['not-found', 'microphone-missing'],
  ['constraints', 'microphone-missing'],
  ['mic-in-use', 'microphone-busy'],
  ['cam-mic-in-use', 'microphone-busy'],
  ['cam-in-use', 'network'],
  ['unknown', 'microphone-busy'],
  ['undefined-mediadevices', 'unsupported'],
]);

/** Never throws: an unreadable error has the category network. */
export function readDailyError(error: unknown): DailyError {
  try {
    const layers = unwrap(error);
    if (!isDeviceError(layers)) return { category: fatalKinds.get(findKind(layers, fatalKinds)) ?? 'network', isCameraOnly: false };
    const kind = findKind(layers, deviceKinds) ?? 'unknown';
    if (!isMicrophoneConcerned(kind, layers)) return { category: 'network', isCameraOnly: true };
    return { category: deviceKinds.get(kind) ?? 'network', isCameraOnly: false };
  } catch {
    return { category: 'network', isCameraOnly: false };
  }
}

type Layer = Readonly<Record<string, unknown>>;

const deepest = 5;

/** Outermost first: the event, the SDK's wrapper and the inner error. */
function unwrap(error: unknown, depth = 0): Layer[] {
  if (typeof error !== 'object' || error === null || depth > deepest) return [];
  const layer = error as Layer;
  return [layer, ...['error', 'errorMsg', 'message'].flatMap((key) => unwrap(layer[key], depth + 1))];
}

const isDeviceError = (layers: readonly Layer[]) =>
  layers.some((layer) => layer['action'] === 'camera-error' || layer['type'] === 'camera-error' || typeof layer['audioOk'] === 'boolean');

const findKind = (layers: readonly Layer[], kinds: Categories) => layers.map((layer) => layer['type']).find((type) => kinds.has(type));

/** The media that daily-js names decide, then `audioOk`, then the kind of error. */
function isMicrophoneConcerned(kind: unknown, layers: readonly Layer[]): boolean {
  if (kind === 'undefined-mediadevices') return true;
  const media = layers.flatMap((layer) => ['blockedMedia', 'missingMedia', 'failedMedia'].map((key) => layer[key]));
  const named = media.filter(Array.isArray).flat();
  if (named.length > 0) return named.includes('audio');
  const audioOk = layers.map((layer) => layer['audioOk']).find((isOk) => typeof isOk === 'boolean');
  return audioOk === undefined ? kind !== 'cam-in-use' : !audioOk;
}
