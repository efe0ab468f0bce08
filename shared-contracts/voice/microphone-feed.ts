import type { FailureCategory } from '../conversation/conversation.ts';
import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { createBrowserRecogniser } from './browser-recogniser.ts';
import { askMicrophone } from './microphone.ts';
import { createSilentTrack } from './silent-track.ts';
import type { VoicePage } from './voice-page.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

/** The visitor's side of a call: the track that goes to the museum, and who hears it. Outlives a lost line. */
export interface MicrophoneFeed {
  readonly track: MediaStreamTrack;
  setOpen(isOpen: boolean): void;
  end(): void;
}

export interface FeedOptions {
  page: VoicePage;
  clock: Clock;
  hearing: SpeechRecognitionSource;
  language: Language;
  signal: AbortSignal;
  /** Words by the browser's recogniser. */
  onWords(words: string, isFinal: boolean): void;
  onLost(category: FailureCategory): void;
}

/** Asks for the microphone where the museum hears, and for nothing where it does not. Throws MicrophoneError. */
export async function openMicrophoneFeed(options: FeedOptions): Promise<MicrophoneFeed> {
  return options.hearing === 'site' ? feedFromMicrophone(options) : feedInSilence(options);
}

async function feedFromMicrophone({ page, signal, onLost }: FeedOptions): Promise<MicrophoneFeed> {
  const track = await askMicrophone(page, signal);
  const lose = () => onLost('microphone-lost');
  track.addEventListener('ended', lose);
  return {
    track,
    setOpen(isOpen) {
      track.enabled = isOpen;
    },
    end() {
      track.removeEventListener('ended', lose);
      track.stop();
    },
  };
}

function feedInSilence({ page, clock, hearing, language, onWords, onLost }: FeedOptions): MicrophoneFeed {
  const silence = createSilentTrack(page);
  const recogniser =
    hearing === 'browser' &&
    createBrowserRecogniser({
      window: page.window,
      language,
      clock,
      onWords: onWords,
      onRefused: (isMissing) => onLost(isMissing ? 'microphone-missing' : 'microphone-denied'),
    });
  return {
    track: silence.track,
    setOpen(isOpen) {
      if (recogniser) recogniser.setOpen(isOpen);
    },
    end() {
      if (recogniser) recogniser.end();
      silence.end();
    },
  };
}
