import type { ConversationFailure, FailureCategory } from '../conversation/conversation.ts';

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

const unknownTrouble: DailyError = { kind: undefined, category: 'network', canRetry: true, isCameraOnly: false };

/** What the view chooses its words by. Of any error of the call, as daily-js or the SDK around it tells it; never throws. */
export const pickDailyFailure = (error: unknown): ConversationFailure => ({ category: readDailyError(error).category });

/** Never throws: what cannot be read is a matter of the network, and worth another attempt. */
export function readDailyError(error: unknown): DailyError {
  try {
    const layers = unwrap(error);
    return (isDeviceError(layers) ? readDeviceTrouble(layers) : readFatalTrouble(layers)) ?? unknownTrouble;
  } catch {
    return unknownTrouble;
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

function readFatalTrouble(layers: readonly Layer[]): DailyError | undefined {
  const kind = findKind(layers, fatalKinds);
  const verdict = kind && fatalKinds.get(kind);
  return verdict ? { kind, ...verdict, isCameraOnly: false } : undefined;
}

function readDeviceTrouble(layers: readonly Layer[]): DailyError {
  const kind = findKind(layers, deviceKinds) ?? 'unknown';
  const verdict = deviceKinds.get(kind) ?? unknownTrouble;
  // The browser itself, its maker or the system forbids it: asking once more is answered the same.
  const isForbidden = kind === 'permissions' && layers.some((layer) => layer['blockedBy'] === 'browser');
  const trouble = { kind, ...verdict, canRetry: verdict.canRetry && !isForbidden };
  if (!isMicrophoneConcerned(kind, layers)) return { ...trouble, category: 'network', isCameraOnly: true };
  return { ...trouble, isCameraOnly: false };
}

const findKind = (layers: readonly Layer[], kinds: ReadonlyMap<string, Verdict>) =>
  layers.map((layer) => layer['type']).find((type): type is string => typeof type === 'string' && kinds.has(type));

/** By what daily-js names: the media, else how the microphone fared, else the kind of error. */
function isMicrophoneConcerned(kind: string, layers: readonly Layer[]): boolean {
  if (kind === 'undefined-mediadevices') return true;
  const media = layers.flatMap((layer) => ['blockedMedia', 'missingMedia', 'failedMedia'].map((key) => layer[key]));
  const named = media.filter(Array.isArray).flat();
  if (named.length > 0) return named.includes('audio');
  const told = layers.map((layer) => layer['audioOk']).find((isOk) => typeof isOk === 'boolean');
  return told === undefined ? kind !== 'cam-in-use' : !told;
}
