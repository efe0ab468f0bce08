import type { VoiceNavigator } from './voice-page.ts';

/** An iPhone on silent plays a guide that talks and listens, or only talks, when it is told so. */
export function openAudioSession({ audioSession }: Pick<VoiceNavigator, 'audioSession'>, isRecording: boolean): () => void {
  if (!audioSession) return () => {};
  audioSession.type = isRecording ? 'play-and-record' : 'playback';
  return () => {
    audioSession.type = 'auto';
  };
}
