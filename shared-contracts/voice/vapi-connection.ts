import type { WebCall } from '../api/voice-schemas.ts';
import { readDailyError } from './call-failure.ts';
import type { ConnectionEvent } from './connection-event.ts';
import { markVoice } from './mark-voice.ts';
import { pickVapi, type VapiInstance } from './pick-vapi.ts';
import { createPlayback, type Playback } from './playback.ts';
import type { CallMachineScript } from './script-allowlist.ts';
import type { ClientMessage } from './voice-client.ts';
import { AssistantMissingError, ConversationNotInstantiatedError } from './voice-error.ts';
import type { VoicePage } from './voice-page.ts';

export interface ConnectionOptions {
  page: VoicePage;
  machine: CallMachineScript;
  /** Always a track of ours, so that daily-js never asks the visitor and never opens a microphone by itself. */
  audioSource: MediaStreamTrack;
  /** The gateway gave a place, perhaps to a line that was ended meanwhile. Nothing is connected yet. */
  onPlaced(callId: string): void;
}

/** daily-js counts the JSON of the text it is handed, which is JSON itself. */
const longestMessage = 4096;

/** Errors of the SDK after which a call still goes on. */
const harmless = new Set([
  'audio-observer-setup-error',
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
  'video-recording-setup-error',
]);

/**
 * One instance of the SDK for one call, never used again: a second call on it would flicker between speaking and
 * silent. Remembers that it is over, because a stop during a start only really stops when the start is told no.
 */
export class VapiConnection {
  /** What the gateway answered; with it the same room is found again. */
  webCall: WebCall | undefined;
  readonly #vapi: VapiInstance;
  readonly #playback: Playback;
  readonly #tell: (event: ConnectionEvent) => void;
  readonly #onPlaced: ConnectionOptions['onPlaced'];
  #isOver = false;
  #isMicrophoneOpen = false;

  constructor({ page, machine, audioSource, onPlaced }: ConnectionOptions, tell: (event: ConnectionEvent) => void) {
    const Vapi = pickVapi();
    // The SDK's type names two fields and hands all of them to daily-js.
    const config = { avoidEval: true, callObjectBundleUrlOverride: machine.url };
    this.#vapi = new Vapi('visit', '/api/voice', config, { audioSource });
    this.#playback = createPlayback(this.#vapi, page);
    this.#onPlaced = onPlaced;
    this.#tell = (event) => {
      if (this.#isOver) return;
      if (event.type === 'broken' || event.type === 'left') this.#isOver = true;
      tell(event);
    };
    this.#listen();
  }

  /** Makes a call. What comes of it is told: the SDK's own promise never settles after a stop while its script loads. */
  start(visit: string, summary: string): void {
    if (!visit) {
      this.#tell({ type: 'broken', cause: new AssistantMissingError() });
      return;
    }
    const overrides = { variableValues: { visit, pastTranscriptSummary: summary } };
    const options = { roomDeleteOnUserLeaveEnabled: false };
    markVoice('sdk-started');
    this.#vapi.start('visit', overrides, undefined, undefined, undefined, options).then(
      (call) => {
        this.webCall = (call as WebCall | null) ?? undefined;
      },
      (cause: unknown) => this.#tell({ type: 'broken', cause }),
    );
  }

  /** Joins the room of a call that lost its line. */
  reconnect(webCall: WebCall): void {
    this.webCall = webCall;
    const { artifactPlan, assistant, transport, ...rest } = webCall;
    const { callToken } = transport;
    const room = {
      ...rest,
      ...(artifactPlan && { artifactPlan }),
      ...(assistant && { assistant }),
      transport: callToken ? { callToken } : {},
    };
    this.#vapi.reconnect(room).catch((cause: unknown) => this.#tell({ type: 'broken', cause }));
  }

  /** Throws ConversationNotInstantiatedError when there is no call. */
  setMicrophoneOpen(isOpen: boolean): void {
    this.#isMicrophoneOpen = isOpen;
    if (!this.#vapi.getDailyCallObject()) throw new ConversationNotInstantiatedError();
    this.#vapi.setMuted(!isOpen);
    if (isOpen) markVoice('opened');
  }

  setGuideMuted(isMuted: boolean): void {
    this.#playback.setMuted(isMuted);
    if (isMuted) markVoice('silenced');
  }

  /** False when it did not go out: no call, not joined, too long. */
  send(message: ClientMessage): boolean {
    if (this.#isOver || !this.#vapi.getDailyCallObject()) return false;
    if (JSON.stringify(JSON.stringify(message)).length > longestMessage) return false;
    try {
      this.#vapi.send(message);
      return true;
    } catch {
      return false;
    }
  }

  async resumePlayback(): Promise<void> {
    if (await this.#playback.resume()) this.#tell({ type: 'playback-resumed' });
  }

  /** Resolves when nothing of the call is left. Tells nothing any more. */
  async end(): Promise<void> {
    // The room outlives its visitor, so that he can come back to it: the guide is told that he does not.
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

  #listen(): void {
    const vapi = this.#vapi;
    const tell = this.#tell;
    vapi.on('call-start-progress', (step) => this.#follow(step));
    vapi.on('call-start', () => {
      markVoice('call-started');
      tell({ type: 'joined' });
      markVoice('ready');
    });
    vapi.on('call-end', () => tell({ type: 'left' }));
    vapi.on('message', (message: unknown) => tell({ type: 'message', message }));
    vapi.on('volume-level', (level) => tell({ type: 'guide-level', level }));
    vapi.on('local-volume-level', (level) => tell({ type: 'visitor-level', level }));
    vapi.on('speech-start', () => tell({ type: 'speech-started' }));
    vapi.on('speech-end', () => tell({ type: 'speech-ended' }));
    vapi.on('video', (track) => tell({ type: 'video', track }));
    vapi.on('network-connection', ({ event }: { event: string }) => tell({ type: 'network', isConnected: event === 'connected' }));
    vapi.on('error', (error: { type?: string; error?: unknown }) => this.#judge(error));
    vapi.on('camera-error', (error: unknown) => {
      if (!readDailyError(error).isCameraOnly) tell({ type: 'broken', cause: error });
    });
    vapi.on('daily-participant-updated', (participant) => {
      // The SDK opens the microphone by itself after a fault of the noise cancellation.
      if (participant.local && participant.audio && !this.#isMicrophoneOpen && !this.#isOver) vapi.setMuted(true);
    });
  }

  #follow({ stage, status, metadata }: { stage: string; status: string; metadata?: Record<string, unknown> }): void {
    if (status !== 'completed') return;
    if (stage === 'web-call-creation' && typeof metadata?.['callId'] === 'string') {
      this.#onPlaced(metadata['callId']);
      if (this.#isOver) refuse();
    }
    // daily-js joins with an open microphone.
    if (stage === 'daily-call-join' && !this.#isOver) this.#vapi.setMuted(!this.#isMicrophoneOpen);
  }

  #judge(error: { type?: string; error?: unknown }): void {
    if (error.type === 'audio-start-failed') this.#tell({ type: 'playback-blocked' });
    else if (!harmless.has(error.type ?? '')) this.#tell({ type: 'broken', cause: error.error ?? error });
  }
}

/** Thrown into the SDK's start, which cleans up after it: told in no other way does it go on and the call goes live. */
function refuse(): never {
  throw new Error('The call was ended while it was being made');
}
