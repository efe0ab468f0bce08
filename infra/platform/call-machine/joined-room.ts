import { randomId } from '@enfilade/shared-contracts/kit/random-id';
import type { CallState } from './daily/call-state.ts';
import type { Emit } from './daily/messages.ts';
import { type ParticipantIdentity, participantOf } from './daily/participant.ts';
import { createGuideParticipant } from './guide-participant.ts';
import type { GuideVideo } from './guide-video.ts';
import type { Microphone } from './microphone.ts';
import type { Joined, RoomConnection, RoomMessage } from './room-connection.ts';
import type { Sound } from './sound.ts';
import type { FromPlayout } from './worklet/worklet-messages.ts';

export interface JoinedRoomOptions {
  visitor: ParticipantIdentity;
  joined: Joined;
  connection: RoomConnection;
  sound: Sound;
  microphone: Microphone;
  video: GuideVideo | undefined;
  state: CallState;
  emit: Emit;
}

/** Limit of daily-js: characters of an app message as JSON. */
const appMessageLimit = 4_096;

export type JoinedRoom = ReturnType<typeof enterRoom>;

export function enterRoom({ visitor, joined, connection, sound, microphone, video, state, emit }: JoinedRoomOptions) {
  let receivedMs = 0;
  let played = { ms: 0, queuedMs: 0 };
  const guide = createGuideParticipant({ ...joined.speaker, tracks: { audio: sound.track, video: video?.track }, state, emit });
  let connectedTrack: MediaStreamTrack | undefined;
  const visitorParticipant = () => participantOf(visitor, { isLocal: true, audio: microphone.isOpen() ? 'playable' : 'off', video: 'off' });
  const connectMicrophone = () => {
    if (microphone.track() === connectedTrack) return;
    connectedTrack = microphone.track();
    sound.connect(connectedTrack);
  };
  /** Stops or starts the frames here, and tells the room to expect none or more. */
  const sendMicrophone = () => {
    sound.setMicrophoneOn(microphone.isOn());
    connection.send({ t: 'microphone', isOn: microphone.isOn() });
  };
  const emitNetwork = (event: 'interrupted' | 'connected') =>
    emit({ action: 'network-connection', type: 'signaling', event, session_id: visitor.sessionId });

  sound.setRate(joined.sampleRate);
  connectMicrophone();
  emit({
    action: 'joined-meeting',
    participants: { local: visitorParticipant() },
    internal: { _maxAppMessageSize: appMessageLimit },
  });
  sendMicrophone();
  // The SDK ignores participants who joined before the visitor, so the guide joins after the visitor.
  guide.join();

  return {
    guide,
    sendMicrophone,
    handle(message: Exclude<RoomMessage, { t: 'bye' }>) {
      if (message.t === 'participant-left') guide.leave();
      else if (message.t === 'flush') sound.flush();
      else emit({ action: 'app-message', data: message.data, fromId: message.from });
    },
    /** The page's audio element plays now, so queued sound may be played. */
    startPlaying: () => sound.start(),
    receivedMs: () => receivedMs,
    play(pcm: ArrayBuffer) {
      receivedMs += (pcm.byteLength * 1000) / (2 * joined.sampleRate);
      sound.play(pcm);
    },
    sendFrame(pcm: ArrayBuffer) {
      if (microphone.isOpen()) connection.sendSound(pcm);
    },
    onPlayed({ level, playedMs, queuedMs }: FromPlayout) {
      const hasPlayed = playedMs !== played.ms;
      played = { ms: playedMs, queuedMs };
      if (hasPlayed) connection.send({ t: 'played', ...played });
      video?.setLevel(level);
      emit({ action: 'remote-participants-audio-level', participantsAudioLevel: guide.levels(level) });
    },
    onConnectionLost: () => emitNetwork('interrupted'),
    /** Repeats the state that the room missed during the loss. */
    onConnectionRestored() {
      sendMicrophone();
      connection.send({ t: 'played', ...played });
      emitNetwork('connected');
    },
    updateMicrophone() {
      connectMicrophone();
      emit({ action: 'participant-updated', participant: visitorParticipant() });
    },
    /** Nothing is recorded here. The SDK begins the conversation after `recording-started`. */
    record(isOn: boolean) {
      if (!isOn) emit({ action: 'recording-stopped' });
      else emit({ action: 'recording-started', type: 'cloud', recordingId: randomId(), startedBy: visitor.sessionId });
    },
  };
}
