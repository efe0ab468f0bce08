import type { VoiceNavigator, VoiceWindow } from '../../../voice/voice-page.ts';

/** What dictation needs of its page; tests bring fakes of what their browser lacks. */
export interface DictationPage {
  window: DictationWindow;
  navigator: VoiceNavigator;
}

export interface DictationWindow extends VoiceWindow {
  readonly OfflineAudioContext?: new (channels: number, length: number, rate: number) => Pick<OfflineAudioContext, 'decodeAudioData'>;
  readonly MediaRecorder?: new (stream: MediaStream) => MediaRecorder;
}
