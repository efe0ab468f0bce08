import * as vapiModule from '@vapi-ai/web';
import type { WebCall } from '../api/voice-schemas.ts';
import { callRate } from '../visit/settings.ts';
import type { Visit } from '../visit/visit.ts';
import { readDailyError } from './call-failure.ts';
import { createPlayback, type GuidePlayback, type VapiInstance } from './guide-playback.ts';
import { allowCallMachine, type CallMachineScript } from './script-allowlist.ts';
import { type CallOptions, type ClientMessage, fitsInOneMessage, type SoundEvent } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';

/** What one instance of the SDK emits, in the order it happens. After `failed`, `ended` or `left` comes nothing. */
export type ConnectionEvent =
  /** The SDK's `call-start`: what is sent from now on arrives. */
  | { type: 'joined' }
  /** The call machine lost its room and looks for it, or found it again. */
  | { type: 'network'; isConnected: boolean }
  /** `cause` as the SDK gives it: a gateway's answer, an error of daily-js, an exception. */
  | { type: 'failed'; cause: unknown }
  /** The museum's side ended the call; said once its room closes. */
  | { type: 'ended'; reason: string }
  | { type: 'left' }
  | { type: 'video'; stream: MediaStream | undefined }
  | { type: 'hearing-lost'; microphone: 'lost' }
  /** A message of the guide's side as it came, parsed from JSON and not validated. */
  | { type: 'message'; message: unknown }
  /** Sound of the guide arrives, or none came for a second. */
  | { type: 'sound'; isArriving: boolean }
  | SoundEvent;

export interface ConnectionOptions {
  page: VoicePage;
  script: CallMachineScript;
  /** Always a track of ours, so that daily-js never asks the visitor and never opens a microphone by itself. */
  audioSource: MediaStreamTrack;
  call: Pick<CallOptions, 'session' | 'isMicrophoneOpen' | 'isGuideMuted'>;
  /** The gateway gave a slot, perhaps to a connection that was ended meanwhile. Nothing is connected yet. */
  onSlot(callId: string): void;
}

/** Errors of the SDK after which a call continues. */
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
 * One instance of the SDK for one call, never used again: a second call on it would flicker between speaking and
 * silent. Remembers that it is over, because a stop during a start takes effect only when the start is refused as well.
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
  /** What the guide's side was last told; unknown in a room that is joined again. */
  #isToldMuted: boolean | undefined = false;

  constructor(options: ConnectionOptions, listener: (event: ConnectionEvent) => void) {
    const { page, script, audioSource, call } = options;
    this.#options = options;
    this.#listener = listener;
    this.#disallowScript = allowCallMachine(page.document, script);
    const Vapi = pickVapi(vapiModule);
    // The SDK's type names two fields and hands all of them to daily-js.
    const config = { avoidEval: true, callObjectBundleUrlOverride: script.url };
    this.#vapi = new Vapi('visit', '/api/voice', config, { audioSource });
    // On a phone the SDK waits a second for the microphone's permission, which the visitor has given by now.
    Object.defineProperty(this.#vapi, 'isMobileDevice', { value: () => false });
    const onBlocked = () => this.#emit({ type: 'playback-blocked' });
    this.#playback = createPlayback({ vapi: this.#vapi, page, session: call.session, isMuted: call.isGuideMuted, onBlocked });
    this.#subscribe();
  }

  /** What the gateway answered; with it the same room is found again. */
  get webCall(): WebCall | undefined {
    return this.#webCall;
  }

  /** Makes a call. Its outcome comes as events: the SDK's own promise never settles after a stop while its script loads. */
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

  /** Joins the room of a call that lost its connection. */
  rejoin(webCall: WebCall): void {
    this.#webCall = webCall;
    this.#isToldMuted = undefined;
    const { artifactPlan, assistant, transport, ...rest } = webCall;
    const { callToken } = transport;
    const room = {
      ...rest,
      ...(artifactPlan && { artifactPlan }),
      ...(assistant && { assistant }),
      transport: callToken ? { callToken } : {},
    };
    this.#vapi.reconnect(room).catch((cause: unknown) => this.#close({ type: 'failed', cause }));
  }

  /** Throws when a call was joined and is not there. */
  followSwitches(): void {
    const isMuted = this.#options.call.isGuideMuted();
    // In the page first: sound that is on its way already would still be played.
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

  /** False when it did not go out: no call, not joined, too long. */
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

  /** Resolves when nothing of the call is left. Emits nothing any more. */
  async end(): Promise<void> {
    // The room stays open for a visitor who returns: `end-call` closes it.
    this.send({ type: 'end-call' });
    await this.drop();
  }

  /** Leaves without ending the call on the other side: its room may be joined again. */
  async drop(): Promise<void> {
    this.#isOver = true;
    this.#playback.end();
    await this.#vapi.stop();
    this.#playback.end();
  }

  #emit(event: ConnectionEvent): void {
    if (!this.#isOver) this.#listener(event);
  }

  /** The last event. How the museum's side ended a call counts more than how its room closed. */
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
      // In a call that was joined the guide speaks on.
      if (this.#hasJoined) this.#emit({ type: 'hearing-lost', microphone: 'lost' });
      else this.#close({ type: 'failed', cause });
    });
    vapi.on('daily-participant-updated', (participant) => {
      // The SDK opens the microphone by itself after a fault of the noise cancellation.
      if (participant.local && participant.audio && !this.#isOver && !this.#options.call.isMicrophoneOpen()) this.#switchMicrophone();
    });
  }

  #onProgress({ stage, status, metadata }: { stage: string; status: string; metadata?: Record<string, unknown> }): void {
    if (status !== 'completed') return;
    if (stage === 'web-call-creation' && typeof metadata?.['callId'] === 'string') {
      this.#options.onSlot(metadata['callId']);
      // The SDK cleans up after what is thrown into its start; otherwise it would continue and the call would go live.
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
