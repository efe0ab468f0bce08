import { ApiError } from '../api/api-error.ts';
import { type GatewayErrorBody, gatewayErrorSchema } from '../api/gateway-error.ts';
import { refusalCategory } from '../api/request.ts';
import { type Failure, type FailureCategory, toFailure, VoiceError } from './failure.ts';

/** The gateway's answer while every voice slot is taken. */
interface Busy {
  ahead: number;
  retryAfterMs: number;
}

const usualRetrySeconds = 3;

/** Undefined for any other cause. */
export function pickBusy(cause: unknown): Busy | undefined {
  const refusal = readRefusal(cause);
  if (refusal?.code !== 'busy') return undefined;
  return { ahead: refusal.ahead ?? 1, retryAfterMs: (refusal.retryAfterSeconds ?? usualRetrySeconds) * 1000 };
}

/** The failure that the visitor sees for a broken connection. Never throws. */
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

/** After a broken connection, or a closed, full or expired room, another connection may succeed. */
export const canReconnect = ({ category }: Failure) => category === 'network' || category === 'refused';

/**
 * The category of an error from daily-js, and the sentence that the visit screen shows (`connect.*`):
 *
 * | category | from daily-js | sentence |
 * |---|---|---|
 * | network | connection-error, a bundle that did not load, unknown errors | Something went wrong. The LLM could not be reached. |
 * | refused | no-room, nbf-room, nbf-token, exp-token, meeting-full, not-allowed, end-of-life | the same |
 * | ended | ejected, exp-room | The conversation has ended |
 * | microphone-denied | permissions | The microphone is still blocked |
 * | microphone-missing | not-found, constraints | No microphone was found |
 * | microphone-busy | mic-in-use, cam-mic-in-use, unknown | The microphone is being used elsewhere |
 * | unsupported | undefined-mediadevices | the unsupported browser's |
 *
 * Errors of the camera alone show no sentence: the conversation continues by voice.
 */
interface DailyError {
  category: FailureCategory;
  /** The microphone works. A missing, busy or forbidden camera must not end a voice conversation. */
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

/** Reads an error of daily-js or the SDK. Never throws: an unreadable error has the category network. */
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

/** The event, the SDK's wrapper and the inner error, outermost first. */
function unwrap(error: unknown, depth = 0): Layer[] {
  if (typeof error !== 'object' || error === null || depth > deepest) return [];
  const layer = error as Layer;
  return [layer, ...['error', 'errorMsg', 'message'].flatMap((key) => unwrap(layer[key], depth + 1))];
}

const isDeviceError = (layers: readonly Layer[]) =>
  layers.some((layer) => layer['action'] === 'camera-error' || layer['type'] === 'camera-error' || typeof layer['audioOk'] === 'boolean');

const findKind = (layers: readonly Layer[], kinds: Categories) => layers.map((layer) => layer['type']).find((type) => kinds.has(type));

/** Decides by the media that daily-js names, then by `audioOk`, then by the kind of error. */
function isMicrophoneConcerned(kind: unknown, layers: readonly Layer[]): boolean {
  if (kind === 'undefined-mediadevices') return true;
  const media = layers.flatMap((layer) => ['blockedMedia', 'missingMedia', 'failedMedia'].map((key) => layer[key]));
  const named = media.filter(Array.isArray).flat();
  if (named.length > 0) return named.includes('audio');
  const audioOk = layers.map((layer) => layer['audioOk']).find((isOk) => typeof isOk === 'boolean');
  return audioOk === undefined ? kind !== 'cam-in-use' : !audioOk;
}
