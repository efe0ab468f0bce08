import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { createBrowserRecogniser } from './browser-recogniser.ts';
import type { FailureCategory } from './failure.ts';
import { askMicrophone, MicrophoneError } from './microphone.ts';
import type { VoicePage } from './voice-page.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

/** A track without sound, for a site that does not hear: daily-js would ask for the microphone otherwise. */
function createSilentTrack({ window }: Pick<VoicePage, 'window'>): { track: MediaStreamTrack; end(): void } {
  if (!window.AudioContext) throw new MicrophoneError('unsupported');
  const context = new window.AudioContext();
  const [track] = context.createMediaStreamDestination().stream.getAudioTracks();
  if (!track) throw new MicrophoneError('unsupported');
  return {
    track,
    end() {
      track.stop();
      // Closing a closed context rejects, and nothing is left to do then.
      context.close().catch(() => undefined);
    },
  };
}

/** The visitor's side of a call: the track that goes to the museum, and who recognises speech in it. Outlives a lost connection. */
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
  const onEnded = () => onLost('microphone-lost');
  track.addEventListener('ended', onEnded);
  return {
    track,
    setOpen(isOpen) {
      track.enabled = isOpen;
    },
    end() {
      track.removeEventListener('ended', onEnded);
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
