import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { randomId } from '@enfilade/shared-contracts/kit/random-id';
import type { CallState } from './daily/call-state.ts';
import type { Emit, TrackRequest } from './daily/messages.ts';
import { localParticipant, type ParticipantIdentity } from './daily/participant.ts';
import type { GuideVideo } from './guide-video.ts';
import type { Microphone } from './microphone.ts';
import { RemoteParticipants } from './remote-participants.ts';
import type { Joined, RoomConnection, RoomMessage } from './room-connection.ts';
import type { Sound } from './sound.ts';
import type { FromPlayout } from './worklet/worklet-messages.ts';

/** Whether an app message says that the guide has said what it had to say: running dry afterwards is no fault. */
export function isSpeechEnd(data: string): boolean {
  if (!data.includes('speech-update')) return false;
  const message = parseJson(data);
  return isRecord(message) && message['type'] === 'speech-update' && message['role'] === 'assistant' && message['status'] === 'stopped';
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Participants whose loudness was requested. The meters give a level every 100 ms, as the SDK requests. */
export type ObservedLevels = Set<'local' | 'remote'>;

export interface JoinedRoomOptions {
  visitor: ParticipantIdentity;
  joined: Joined;
  connection: RoomConnection;
  sound: Sound;
  microphone: Microphone;
  video: GuideVideo | undefined;
  observed: Readonly<ObservedLevels>;
  state: CallState;
  emit: Emit;
}

/** daily-js's own limit: characters of an app message as JSON. */
const appMessageLimit = 4_096;

/** The traffic between a visitor who has joined and the room. */
export class JoinedRoom {
  private readonly options: JoinedRoomOptions;
  private readonly participants: RemoteParticipants;
  private connectedTrack: MediaStreamTrack | undefined;

  constructor(options: JoinedRoomOptions) {
    const { state, sound, video, emit } = options;
    this.options = options;
    this.participants = new RemoteParticipants(state, { audio: sound.track, video: video?.track }, emit);
  }

  enter(): void {
    const { emit, sound, joined, microphone } = this.options;
    sound.setRate(joined.sampleRate);
    this.connectMicrophone();
    emit({
      action: 'joined-meeting',
      participants: { local: this.visitorParticipant() },
      internal: { _maxAppMessageSize: appMessageLimit },
    });
    this.sendMicrophone(microphone.isOn);
    // The SDK never learns of participants who are there before the visitor has joined: only now may the guide come.
    this.participants.join(joined.speaker.sessionId, joined.speaker.userName);
  }

  leave(): void {
    this.participants.leaveAll();
  }

  handle(message: Exclude<RoomMessage, { t: 'bye' }>): void {
    const { emit, sound } = this.options;
    if (message.t === 'participant-left') this.participants.leave(message.sessionId);
    else if (message.t === 'flush') sound.flush();
    else {
      if (isSpeechEnd(message.data)) sound.pause();
      emit({ action: 'app-message', data: message.data, fromId: message.from });
    }
  }

  /** The page's element plays: sound that arrived earlier is played now. */
  startPlaying(): void {
    this.options.sound.start();
  }

  play(pcm: ArrayBuffer): void {
    const { state, joined, sound } = this.options;
    state.local.stats.receivedMs += (pcm.byteLength * 1000) / (2 * joined.sampleRate);
    sound.play(pcm);
  }

  sendFrame(pcm: ArrayBuffer): void {
    const { connection, microphone, state } = this.options;
    if (microphone.isOpen && connection.sendSound(pcm)) state.local.stats.framesSent++;
  }

  onPlayed({ level, playedMs, queuedMs, underruns }: FromPlayout): void {
    const { state, connection, observed, video, emit } = this.options;
    const { stats } = state.local;
    if (playedMs !== stats.playedMs) connection.send({ t: 'played', ms: playedMs, queuedMs });
    Object.assign(stats, { playedMs, queuedMs, underruns });
    video?.setLevel(level);
    if (observed.has('remote'))
      emit({ action: 'remote-participants-audio-level', participantsAudioLevel: this.participants.levels(level) });
  }

  /** Sound that ends now ends for want of a connection: no underrun. */
  onConnectionLost(): void {
    this.options.state.local.stats.losses++;
    this.options.sound.pause();
    this.emitNetwork('interrupted');
  }

  /** The room missed what was sent meanwhile. */
  onConnectionRestored(): void {
    const { connection, state, microphone } = this.options;
    const { playedMs, queuedMs } = state.local.stats;
    this.sendMicrophone(microphone.isOn);
    connection.send({ t: 'played', ms: playedMs, queuedMs });
    this.emitNetwork('connected');
  }

  subscribe(sessionId: string, request: TrackRequest): void {
    this.participants.subscribe(sessionId, request);
  }

  /** Both sides stop at once: frames end here, and the room expects no more. */
  sendMicrophone(isOn: boolean): void {
    this.options.sound.setMicrophoneOn(isOn);
    this.options.connection.send({ t: 'microphone', isOn });
  }

  updateMicrophone(): void {
    this.connectMicrophone();
    this.options.emit({ action: 'participant-updated', participant: this.visitorParticipant() });
  }

  /** The room is not filmed; the SDK begins the conversation once the recording has started. */
  record(isOn: boolean): void {
    const { emit, visitor } = this.options;
    if (!isOn) emit({ action: 'recording-stopped' });
    else emit({ action: 'recording-started', type: 'cloud', recordingId: randomId(), startedBy: visitor.sessionId });
  }

  private connectMicrophone(): void {
    const { track } = this.options.microphone;
    if (track === this.connectedTrack) return;
    this.connectedTrack = track;
    this.options.sound.connect(track);
  }

  private visitorParticipant() {
    return localParticipant(this.options.visitor, this.options.microphone.isOpen);
  }

  private emitNetwork(event: 'interrupted' | 'connected'): void {
    this.options.emit({ action: 'network-connection', type: 'signaling', event, session_id: this.options.visitor.sessionId });
  }
}
