/** How much of the music is heard. */
export type MusicLevel = 'full' | 'under-speech' | 'silent';

export interface Music {
  setLevel(level: MusicLevel): void;
  /** Fades, and gives the sound device back. */
  stop(): void;
}

interface Talk {
  isGuideSpeaking: boolean;
  isGuideMuted: boolean;
  isMicrophoneOpen: boolean;
}

/** Nothing may reach an open microphone; a guide who speaks unheard needs no room. */
export function pickMusicLevel({ isGuideSpeaking, isGuideMuted, isMicrophoneOpen }: Talk): MusicLevel {
  if (isMicrophoneOpen) return 'silent';
  return isGuideSpeaking && !isGuideMuted ? 'under-speech' : 'full';
}
