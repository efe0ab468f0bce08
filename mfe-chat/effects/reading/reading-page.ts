import type { VoiceNavigator } from '@enfilade/shared-contracts/voice/voice-page';

/** The browser's AudioContext as far as it is used. */
export type SoundContext = Pick<
  AudioContext,
  'state' | 'currentTime' | 'destination' | 'resume' | 'close' | 'decodeAudioData' | 'createBufferSource' | 'addEventListener'
>;

/** What reading aloud needs of its page; no test browser has it. */
export interface ReadingPage {
  navigator: Pick<VoiceNavigator, 'audioSession'>;
  /** Throws where the browser has none to give. */
  createContext(): SoundContext;
}

/** The page this runs in. */
export function readReadingPage(): ReadingPage {
  return {
    navigator: navigator as unknown as VoiceNavigator,
    createContext: () => new AudioContext(),
  };
}
