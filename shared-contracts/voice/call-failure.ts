import { ApiError } from '../api/api-error.ts';
import { type GatewayErrorBody, gatewayErrorSchema } from '../api/gateway-error.ts';
import { refusalCategory } from '../api/request.ts';
import { type Failure, type FailureCategory, toFailure } from './failure.ts';
import { MicrophoneError } from './microphone.ts';
import { ConversationNotStartedError } from './voice-error.ts';

/** No voice slot is free yet. */
interface Busy {
  ahead: number;
  retryAfterMs: number;
}

const usualRetrySeconds = 3;

/** The gateway's answer when every slot is taken; undefined of anything else. */
export function pickBusy(cause: unknown): Busy | undefined {
  const refusal = readRefusal(cause);
  if (refusal?.code !== 'busy') return undefined;
  return { ahead: refusal.ahead ?? 1, retryAfterMs: (refusal.retryAfterSeconds ?? usualRetrySeconds) * 1000 };
}

/** What the visitor is told of whatever broke a connection. Never throws. */
export function pickCallFailure(cause: unknown): Failure {
  if (cause instanceof MicrophoneError) return { category: cause.category };
  if (cause instanceof ConversationNotStartedError) return cause.failure;
  if (cause instanceof ApiError) return toFailure(cause);
  const refusal = readRefusal(cause);
  if (!refusal) return pickDailyFailure(cause);
  return toFailure({ category: refusalCategory(refusal.code), retryAfterSeconds: refusal.retryAfterSeconds });
}

/** The SDK hands the body of an error on as `error` of its own. */
function readRefusal(cause: unknown): GatewayErrorBody | undefined {
  if (typeof cause !== 'object' || cause === null || !('error' in cause)) return undefined;
  return gatewayErrorSchema.safeParse(cause.error).data;
}

/** A connection that broke, or a room that is gone, full or out of date in the middle of a call: another one will do. */
export const canReconnect = ({ category }: Failure) => category === 'network' || category === 'refused';

/**
 * What broke, and which of the visit screen's sentences (`connect.*`) its category shows:
 *
 * | category | from daily-js | sentence |
 * |---|---|---|
 * | network | connection-error, a bundle that did not load, whatever is not known | Something went wrong. The LLM could not be reached. |
 * | refused | no-room, nbf-room, nbf-token, exp-token, meeting-full, not-allowed, end-of-life | the same |
 * | ended | ejected, exp-room | The conversation has ended |
 * | microphone-denied | permissions | The microphone is still blocked |
 * | microphone-missing | not-found, constraints | No microphone was found |
 * | microphone-busy | mic-in-use, cam-mic-in-use, unknown | The microphone is being used elsewhere |
 * | unsupported | undefined-mediadevices | the unsupported browser's |
 *
 * What concerns the camera alone shows no sentence: the conversation goes on by voice.
 */
export interface DailyError {
  /** daily-js's own name of it; undefined for what has none. */
  kind: string | undefined;
  category: FailureCategory;
  /** Whether a new attempt may end otherwise by itself; a visitor may always ask again. */
  canRetry: boolean;
  /** The microphone works; a camera that is missing, busy or forbidden must not end a voice conversation. */
  isCameraOnly: boolean;
}

type Verdict = Pick<DailyError, 'category' | 'canRetry'>;

/** The fatal kinds of daily-js 0.87. Each call gets a room and a token of its own, so what has expired is new in the next. */
const fatalKinds: ReadonlyMap<string, Verdict> = new Map([
  ['connection-error', { category: 'network', canRetry: true }],
  ['end-of-life', { category: 'refused', canRetry: false }],
  ['ejected', { category: 'ended', canRetry: false }],
  ['exp-room', { category: 'ended', canRetry: true }],
  ['exp-token', { category: 'refused', canRetry: true }],
  ['meeting-full', { category: 'refused', canRetry: true }],
  ['nbf-room', { category: 'refused', canRetry: true }],
  ['nbf-token', { category: 'refused', canRetry: true }],
  ['not-allowed', { category: 'refused', canRetry: false }],
  ['no-room', { category: 'refused', canRetry: true }],
]);

const deviceKinds: ReadonlyMap<string, Verdict> = new Map([
  ['permissions', { category: 'microphone-denied', canRetry: true }],
  ['not-found', { category: 'microphone-missing', canRetry: true }],
  ['constraints', { category: 'microphone-missing', canRetry: true }],
  ['mic-in-use', { category: 'microphone-busy', canRetry: true }],
  ['cam-mic-in-use', { category: 'microphone-busy', canRetry: true }],
  ['cam-in-use', { category: 'network', canRetry: true }],
  ['unknown', { category: 'microphone-busy', canRetry: true }],
  ['undefined-mediadevices', { category: 'unsupported', canRetry: false }],
]);

const unknownError: DailyError = { kind: undefined, category: 'network', canRetry: true, isCameraOnly: false };

/** What the view chooses its words by. Of any error of the call, as daily-js or the SDK around it tells it; never throws. */
export const pickDailyFailure = (error: unknown): Failure => ({ category: readDailyError(error).category });

/** Never throws: what cannot be read is a matter of the network, and worth another attempt. */
export function readDailyError(error: unknown): DailyError {
  try {
    const layers = unwrap(error);
    return (isDeviceError(layers) ? readDeviceError(layers) : readFatalError(layers)) ?? unknownError;
  } catch {
    return unknownError;
  }
}

type Layer = Readonly<Record<string, unknown>>;

const deepest = 5;

/** The event, the SDK's wrapping of it, and the error within: outermost first. */
function unwrap(error: unknown, depth = 0): Layer[] {
  if (typeof error !== 'object' || error === null || depth > deepest) return [];
  const layer = error as Layer;
  return [layer, ...['error', 'errorMsg', 'message'].flatMap((key) => unwrap(layer[key], depth + 1))];
}

const isDeviceError = (layers: readonly Layer[]) =>
  layers.some((layer) => layer['action'] === 'camera-error' || layer['type'] === 'camera-error' || typeof layer['audioOk'] === 'boolean');

function readFatalError(layers: readonly Layer[]): DailyError | undefined {
  const kind = findKind(layers, fatalKinds);
  const verdict = kind && fatalKinds.get(kind);
  return verdict ? { kind, ...verdict, isCameraOnly: false } : undefined;
}

function readDeviceError(layers: readonly Layer[]): DailyError {
  const kind = findKind(layers, deviceKinds) ?? 'unknown';
  const verdict = deviceKinds.get(kind) ?? unknownError;
  // The browser itself, its maker or the system forbids it: asking once more is answered the same.
  const isForbidden = kind === 'permissions' && layers.some((layer) => layer['blockedBy'] === 'browser');
  const deviceError = { kind, ...verdict, canRetry: verdict.canRetry && !isForbidden };
  if (!isMicrophoneConcerned(kind, layers)) return { ...deviceError, category: 'network', isCameraOnly: true };
  return { ...deviceError, isCameraOnly: false };
}

const findKind = (layers: readonly Layer[], kinds: ReadonlyMap<string, Verdict>) =>
  layers.map((layer) => layer['type']).find((type): type is string => typeof type === 'string' && kinds.has(type));

/** By what daily-js names: the media, else how the microphone fared, else the kind of error. */
function isMicrophoneConcerned(kind: string, layers: readonly Layer[]): boolean {
  if (kind === 'undefined-mediadevices') return true;
  const media = layers.flatMap((layer) => ['blockedMedia', 'missingMedia', 'failedMedia'].map((key) => layer[key]));
  const named = media.filter(Array.isArray).flat();
  if (named.length > 0) return named.includes('audio');
  const audioOk = layers.map((layer) => layer['audioOk']).find((isOk) => typeof isOk === 'boolean');
  return audioOk === undefined ? kind !== 'cam-in-use' : !audioOk;
}
