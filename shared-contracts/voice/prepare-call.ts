import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { createBrowserRecogniser } from './browser-recogniser.ts';
import { loadVoiceFacts, pickSpeechRecognition } from './check-voice.ts';
import type { FailureCategory } from './failure.ts';
import { markVoice } from './mark-voice.ts';
import { askMicrophone, MicrophoneError, pickSupport } from './microphone.ts';
import { acquireWakeLock, claimVoice, openAudioSession } from './page-resources.ts';
import type { CallMachineScript } from './script-allowlist.ts';
import { ConversationNotStartedError } from './voice-error.ts';
import type { VoicePage } from './voice-page.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

interface PrepareOptions {
  page: VoicePage;
  clock: Clock;
  takesOver: boolean;
  language: Language;
  signal: AbortSignal;
  /** Words by the browser's recogniser. */
  onWords(words: string, isFinal: boolean): void;
  /** Another tab claimed the voice, or the microphone was lost. */
  onFailed(category: FailureCategory): void;
  onLeft(): void;
}

/** The visitor's side of a call: the track that goes to the museum, and who recognises speech in it. */
interface MicrophoneFeed {
  readonly track: MediaStreamTrack;
  setOpen(isOpen: boolean): void;
  end(): void;
}

/** What a call has before it connects; outlives a lost connection. Its owner ends it. */
export interface Prepared {
  hearing: SpeechRecognitionSource;
  script: CallMachineScript;
  feed: MicrophoneFeed;
  end(): void;
}

/** Facts, the tab's lock, the microphone, in this order: the prompt comes only for a microphone that can be used. */
export async function prepareCall(options: PrepareOptions): Promise<Prepared> {
  const { page, clock, signal } = options;
  const endings: (() => void)[] = [];
  const end = () => {
    for (const ending of endings.splice(0).reverse()) ending();
  };
  try {
    const support = pickSupport(page);
    if (support !== 'supported') throw new ConversationNotStartedError({ category: support });
    markVoice('facts-asked');
    const facts = await loadVoiceFacts(page, clock, signal);
    if (!facts.callMachine) throw new ConversationNotStartedError({ category: 'refused' });
    const hearing = pickSpeechRecognition(facts.hearing, page);
    endings.push(await claim(options));
    markVoice('claimed');
    const feed = hearing === 'site' ? await feedFromMicrophone(options) : feedFromSilentTrack(options, hearing);
    endings.push(feed.end, acquireWakeLock(page), openAudioSession(page.navigator, hearing !== 'none'), watchLeaving(options));
    signal.throwIfAborted();
    return { hearing, script: facts.callMachine, feed, end };
  } catch (cause) {
    end();
    throw cause;
  }
}

async function claim({ page, takesOver, onFailed }: PrepareOptions): Promise<() => void> {
  const release = await claimVoice(page.navigator, takesOver, () => onFailed('other-tab'));
  if (!release) throw new ConversationNotStartedError({ category: 'other-tab' });
  return release;
}

/** A page in the back-forward cache may come back: its call does not. */
function watchLeaving({ page, onLeft }: PrepareOptions): () => void {
  page.window.addEventListener('pagehide', onLeft);
  return () => page.window.removeEventListener('pagehide', onLeft);
}

async function feedFromMicrophone({ page, signal, onFailed }: PrepareOptions): Promise<MicrophoneFeed> {
  const track = await askMicrophone(page, signal);
  const onEnded = () => onFailed('microphone-lost');
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

/** Where the museum does not recognise speech: the browser does, or there is no recognition. */
function feedFromSilentTrack(
  { page, clock, language, onWords, onFailed }: PrepareOptions,
  hearing: SpeechRecognitionSource,
): MicrophoneFeed {
  const silence = createSilentTrack(page);
  const recogniser =
    hearing === 'browser' &&
    createBrowserRecogniser({
      window: page.window,
      language,
      clock,
      onWords,
      onRefused: (isMissing) => onFailed(isMissing ? 'microphone-missing' : 'microphone-denied'),
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

/** A track without sound, where the museum does not recognise speech: daily-js would ask for the microphone otherwise. */
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
