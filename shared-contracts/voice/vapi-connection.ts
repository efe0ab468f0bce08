import * as vapiModule from '@vapi-ai/web';
import { callRate } from '../visit/settings.ts';
import type { Visit } from '../visit/visit.ts';
import { readDailyError } from './call-failure.ts';
import { createPlayback, type GuidePlayback, type VapiInstance } from './guide-playback.ts';
import { allowCallMachine, type CallMachineScript } from './script-allowlist.ts';
import { type CallOptions, type ClientMessage, fitsInOneMessage, type SoundEvent } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';

/** As the gateway describes a call. Needed to rejoin its room. */
export type WebCall = Parameters<VapiInstance['reconnect']>[0];

/** `failed`, `ended` and `left` are the last events. */
export type ConnectionEvent =
  /** The SDK's `call-start`: from here on, sent messages arrive. */
  | { type: 'joined' }
  /** The call machine lost its room, or found it again. */
  | { type: 'network'; isConnected: boolean }
  /** From the SDK: a gateway's answer, an error of daily-js or an exception. */
  | { type: 'failed'; cause: unknown }
  /** The museum's platform ended the call. Emitted when the room closes. */
  | { type: 'ended'; reason: string }
  | { type: 'left' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'hearing-lost'; microphone: 'lost' }
  /** Parsed from JSON and not validated. */
  | { type: 'message'; message: unknown }
  /** False after 1 s of silence. */
  | { type: 'sound'; isArriving: boolean }
  | SoundEvent;

export interface ConnectionOptions {
  page: VoicePage;
  script: CallMachineScript;
  /** Always our own track, so that daily-js neither prompts the visitor nor opens a microphone. */
  audioSource: MediaStreamTrack;
  call: Pick<CallOptions, 'session' | 'isMicrophoneOpen' | 'isGuideMuted'>;
  /** The gateway has given a slot, before the call connects. The connection may have ended since. */
  onSlot(callId: string): void;
}

/** These errors of the SDK do not end a call. */
const harmless = new Set([
  'audio-observer-setup-error',
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
  'video-recording-setup-error',
]);

type VapiClass = typeof vapiModule.default;

/** The SDK is CommonJS: a bundler's default import is the class, or the module around it. */
function pickVapi({ default: found }: { default: VapiClass | { default: VapiClass } }): VapiClass {
  return 'default' in found ? found.default : found;
}

/**
 * Serves one call, because the SDK would flicker between speaking and silent in a second call. The SDK ignores a stop during a start, so
 * that the connection remembers its end.
 */
export class VapiConnection {
  readonly #options: ConnectionOptions;
  readonly #vapi: VapiInstance;
  readonly #playback: GuidePlayback;
  readonly #listener: (event: ConnectionEvent) => void;
  readonly #disallowScript: () => void;
  #webCall: WebCall | undefined;
  #endedReason: string | undefined;
  #hasJoined: boolean = false;
  #isOver: boolean = false;
  /** Unknown after a rejoin. */
  #isToldMuted: boolean | undefined = false;

  constructor(options: ConnectionOptions, listener: (event: ConnectionEvent) => void) {
    const { page, script, audioSource, call } = options;
    this.#options = options;
    this.#listener = listener;
    this.#disallowScript = allowCallMachine(page.document, script);
    const Vapi = pickVapi(vapiModule);
    // The SDK's type has two fields, but the SDK passes all fields to daily-js.
    const config = { avoidEval: true, callObjectBundleUrlOverride: script.url };
    this.#vapi = new Vapi('visit', '/api/voice', config, { audioSource });
    // On a phone, the SDK waits 1 s for the microphone's permission, which is already granted.
    Object.defineProperty(this.#vapi, 'isMobileDevice', { value: () => false });
    const onBlocked = () => this.#emit({ type: 'playback-blocked' });
    this.#playback = createPlayback({ vapi: this.#vapi, page, session: call.session, isMuted: call.isGuideMuted, onBlocked });
    this.#subscribe();
  }

  get webCall(): WebCall | undefined {
    return this.#webCall;
  }

  /** Reports the result as events, because the SDK's promise never settles after a stop while the script loads. */
  start(visit: Visit, pastTranscriptSummary: string): void {
    const speechRate = callRate(this.#options.call.session.store.getState().settings.speechRate);
    const overrides = { variableValues: { visit: JSON.stringify(visit), pastTranscriptSummary, speechRate } };
    const options = { roomDeleteOnUserLeaveEnabled: false };
    this.#vapi.start('visit', overrides, undefined, undefined, undefined, options).then(
      (call) => {
        this.#webCall = (call as WebCall | null) ?? undefined;
      },
      (cause: unknown) => this.#close({ type: 'failed', cause }),
    );
  }

  rejoin(webCall: WebCall): void {
    this.#webCall = webCall;
    this.#isToldMuted = undefined;
    this.#vapi.reconnect(webCall).catch((cause: unknown) => this.#close({ type: 'failed', cause }));
  }

  /** Throws if the joined call no longer exists. */
  followSwitches(): void {
    const isMuted = this.#options.call.isGuideMuted();
    // Mute the page first, because sound still arrives until the platform is silent.
    this.#playback.follow();
    if (!this.#hasJoined || this.#isOver) return;
    if (!this.#vapi.getDailyCallObject()) throw new Error('Call object is not available.');
    this.#switchMicrophone();
    if (isMuted === this.#isToldMuted) return;
    this.#isToldMuted = isMuted;
    this.send({ type: 'control', control: isMuted ? 'mute-assistant' : 'unmute-assistant' });
  }

  #switchMicrophone(): void {
    this.#vapi.setMuted(!this.#options.call.isMicrophoneOpen());
  }

  /** False if nothing was sent: no call, not joined, or too long. */
  send(message: ClientMessage): boolean {
    if (this.#isOver || !this.#vapi.getDailyCallObject() || !fitsInOneMessage(message)) return false;
    try {
      this.#vapi.send(message);
      return true;
    } catch {
      return false;
    }
  }

  async resumePlayback(): Promise<void> {
    if (await this.#playback.resume()) this.#emit({ type: 'playback-resumed' });
  }

  /** Emits no further events. Resolves when the call has closed. */
  async end(): Promise<void> {
    // The room stays open for a returning visitor until `end-call`.
    this.send({ type: 'end-call' });
    await this.drop();
  }

  /** The platform's call continues, so that the visitor can rejoin. */
  async drop(): Promise<void> {
    this.#isOver = true;
    this.#playback.end();
    await this.#vapi.stop();
    this.#playback.end();
  }

  #emit(event: ConnectionEvent): void {
    if (!this.#isOver) this.#listener(event);
  }

  /** The platform's reason for the end wins over the room's. */
  #close(event: ConnectionEvent): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#disallowScript();
    this.#listener(this.#endedReason === undefined ? event : { type: 'ended', reason: this.#endedReason });
  }

  #subscribe(): void {
    const vapi = this.#vapi;
    vapi.on('call-start-progress', (progress) => this.#onProgress(progress));
    vapi.on('call-start', () => {
      if (!this.#isOver) this.#disallowScript();
      this.#hasJoined = true;
      this.#emit({ type: 'joined' });
    });
    vapi.on('call-end', () => this.#close({ type: 'left' }));
    vapi.on('message', (message: unknown) => this.#onMessage(message));
    vapi.on('volume-level', (level) => this.#emit({ type: 'guide-level', level }));
    vapi.on('local-volume-level', (level) => this.#emit({ type: 'visitor-level', level }));
    vapi.on('speech-start', () => this.#emit({ type: 'sound', isArriving: true }));
    vapi.on('speech-end', () => this.#emit({ type: 'sound', isArriving: false }));
    vapi.on('video', (track) => this.#onVideo(track));
    vapi.on('network-connection', ({ event }: { event: string }) => this.#emit({ type: 'network', isConnected: event === 'connected' }));
    vapi.on('error', (error: { type?: string; error?: unknown }) => this.#onError(error));
    vapi.on('camera-error', (cause: unknown) => {
      if (readDailyError(cause).isCameraOnly) return;
      // In a joined call, the guide continues to speak.
      if (this.#hasJoined) this.#emit({ type: 'hearing-lost', microphone: 'lost' });
      else this.#close({ type: 'failed', cause });
    });
    vapi.on('daily-participant-updated', (participant) => {
      // The SDK opens the microphone after an error of the noise cancellation.
      if (participant.local && participant.audio && !this.#isOver && !this.#options.call.isMicrophoneOpen()) this.#switchMicrophone();
    });
  }

  #onProgress({ stage, status, metadata }: { stage: string; status: string; metadata?: Record<string, unknown> }): void {
    if (status !== 'completed') return;
    if (stage === 'web-call-creation' && typeof metadata?.['callId'] === 'string') {
      this.#options.onSlot(metadata['callId']);
      // An exception makes the SDK stop its start and clean up; otherwise the call would go live.
      if (this.#isOver) throw new Error('The call was ended while it was being made');
    }
    // daily-js joins with an open microphone.
    if (stage === 'daily-call-join' && !this.#isOver) this.#switchMicrophone();
  }

  #onVideo(track: MediaStreamTrack): void {
    const { MediaStream = globalThis.MediaStream } = this.#options.page.window;
    track.addEventListener('ended', () => this.#emit({ type: 'video', stream: undefined }), { once: true });
    this.#emit({ type: 'video', stream: new MediaStream([track]) });
  }

  #onMessage(message: unknown): void {
    const { type, status, endedReason } = (message ?? {}) as Record<string, unknown>;
    if (type === 'status-update' && status === 'ended') this.#endedReason ??= typeof endedReason === 'string' ? endedReason : 'ended';
    this.#emit({ type: 'message', message });
  }

  #onError(error: { type?: string; error?: unknown }): void {
    if (error.type === 'audio-start-failed') this.#emit({ type: 'playback-blocked' });
    else if (!harmless.has(error.type ?? '')) this.#close({ type: 'failed', cause: error.error ?? error });
  }
}
