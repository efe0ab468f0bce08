import type { CallState } from './daily/call-state.ts';
import type { Tell, TrackWish } from './daily/messages.ts';
import { localParticipant, type Who } from './daily/participant.ts';
import type { RosetteVideo } from './guide-video.ts';
import type { Microphone } from './microphone.ts';
import { Others } from './remote-participants.ts';
import type { Joined, RoomLine, RoomMessage } from './room-connection.ts';
import type { Sound } from './sound.ts';
import type { FromPlayout } from './worklet/worklet-messages.ts';

/** Whether an app message says that the guide has said what it had to say: running dry afterwards is no fault. */
export function isSpeechEnd(data: string): boolean {
  if (!data.includes('speech-update')) return false;
  try {
    const message: unknown = JSON.parse(data);
    return isRecord(message) && message['type'] === 'speech-update' && message['role'] === 'assistant' && message['status'] === 'stopped';
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** How loud it is, told to who asked for it. The meters give a level every 100 ms, which is what the SDK asks for. */
export class Levels {
  private readonly tell: Tell;
  private readonly observed: Record<'local' | 'remote', boolean> = { local: false, remote: false };

  constructor(tell: Tell) {
    this.tell = tell;
  }

  observe(side: 'local' | 'remote', isOn: boolean): void {
    this.observed[side] = isOn;
  }

  tellLocal(audioLevel: number): void {
    if (this.observed.local) this.tell({ action: 'local-audio-level', audioLevel });
  }

  tellRemote(participantsAudioLevel: Record<string, number>): void {
    if (this.observed.remote) this.tell({ action: 'remote-participants-audio-level', participantsAudioLevel });
  }
}

export interface JoinedRoomParts {
  visitor: Who;
  hello: Joined;
  line: RoomLine;
  sound: Sound;
  microphone: Microphone;
  video: RosetteVideo | undefined;
  levels: Levels;
  state: CallState;
  tell: Tell;
}

/** As daily-js enforces it: characters of an app message as JSON. */
const appMessageLimit = 4_096;

/** What goes on between a visitor who has joined and the room. */
export class JoinedRoom {
  private readonly parts: JoinedRoomParts;
  private readonly others: Others;
  private connected: MediaStreamTrack | undefined;

  constructor(parts: JoinedRoomParts) {
    const { state, sound, video, tell } = parts;
    this.parts = parts;
    this.others = new Others(state, { audio: sound.track, video: video?.track }, tell);
  }

  enter(): void {
    const { tell, line, sound, hello, microphone } = this.parts;
    sound.setRate(hello.sampleRate);
    this.connectMicrophone();
    tell({ action: 'joined-meeting', participants: { local: this.visitor() }, internal: { _maxAppMessageSize: appMessageLimit } });
    this.tellMicrophone(microphone.isOn);
    // Whoever is there before the visitor has joined is never told to the SDK: only now may the guide come.
    line.send({ t: 'ready' });
  }

  leave(): void {
    this.others.leaveAll();
  }

  hear(message: Exclude<RoomMessage, { t: 'bye' }>): void {
    const { tell, sound } = this.parts;
    if (message.t === 'participant-joined') this.others.join(message.participant.sessionId, message.participant.userName);
    else if (message.t === 'participant-left') this.others.leave(message.sessionId);
    else if (message.t === 'flush') sound.flush();
    else {
      if (isSpeechEnd(message.data)) sound.pause();
      tell({ action: 'app-message', data: message.data, fromId: message.from });
    }
  }

  play(pcm: ArrayBuffer): void {
    const { state, hello, sound } = this.parts;
    state.local.stats.receivedMs += (pcm.byteLength * 1000) / (2 * hello.sampleRate);
    sound.play(pcm);
  }

  sendFrame(pcm: ArrayBuffer): void {
    const { line, microphone, state } = this.parts;
    if (microphone.state === 'on' && line.sendSound(pcm)) state.local.stats.framesSent++;
  }

  takePlayed({ level, playedMs, queuedMs, underruns }: FromPlayout): void {
    const { state, line, levels, video } = this.parts;
    const { stats } = state.local;
    if (playedMs !== stats.playedMs) line.send({ t: 'played', ms: playedMs, queuedMs });
    Object.assign(stats, { playedMs, queuedMs, underruns });
    video?.setLevel(level);
    levels.tellRemote(this.others.levels(level));
  }

  /** What runs dry now is the line's fault, not an underrun. */
  tellLoss(): void {
    this.parts.state.local.stats.losses++;
    this.parts.sound.pause();
    this.tellLine('interrupted');
  }

  /** The room missed what was told meanwhile. */
  tellRestoration(): void {
    const { line, state, microphone } = this.parts;
    const { playedMs, queuedMs } = state.local.stats;
    this.tellMicrophone(microphone.isOn);
    line.send({ t: 'played', ms: playedMs, queuedMs });
    this.tellLine('connected');
  }

  subscribe(sessionId: string, wish: TrackWish): void {
    this.others.subscribe(sessionId, wish);
  }

  /** At once on both sides: frames end here, and the room knows that none are missing. */
  tellMicrophone(isOn: boolean): void {
    this.parts.sound.setMicrophoneOn(isOn);
    this.parts.line.send({ t: 'microphone', isOn });
  }

  takeMicrophone(): void {
    this.connectMicrophone();
    this.parts.tell({ action: 'participant-updated', participant: this.visitor() });
  }

  record(isOn: boolean): void {
    const { line, tell, visitor } = this.parts;
    line.send({ t: 'recording', isOn });
    if (!isOn) tell({ action: 'recording-stopped' });
    else tell({ action: 'recording-started', type: 'cloud', recordingId: crypto.randomUUID(), startedBy: visitor.sessionId });
  }

  private connectMicrophone(): void {
    const { track } = this.parts.microphone;
    if (track === this.connected) return;
    this.connected = track;
    this.parts.sound.connect(track);
  }

  private visitor() {
    return localParticipant(this.parts.visitor, this.parts.microphone.state);
  }

  private tellLine(event: 'interrupted' | 'connected'): void {
    this.parts.tell({ action: 'network-connection', type: 'signaling', event, session_id: this.parts.visitor.sessionId });
  }
}
