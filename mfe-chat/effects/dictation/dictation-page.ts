import type { VoiceNavigator, VoiceWindow } from '@enfilade/shared-contracts/voice/voice-page';

/** What dictating needs of its page; in tests the parts no test browser has are small fakes. */
export interface DictationPage {
  window: DictationWindow;
  navigator: VoiceNavigator;
}

export interface DictationWindow extends VoiceWindow {
  readonly OfflineAudioContext?: new (channels: number, length: number, rate: number) => Pick<OfflineAudioContext, 'decodeAudioData'>;
  readonly MediaRecorder?: new (stream: MediaStream) => MediaRecorder;
}

/** The page this runs in. */
export function readDictationPage(): DictationPage {
  return { window: window as unknown as DictationWindow, navigator: navigator as unknown as VoiceNavigator };
}
