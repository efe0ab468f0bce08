import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { loadVoiceFacts, pickSpeechRecognition } from './check-voice.ts';
import type { FailureCategory } from './failure.ts';
import { markVoice } from './mark-voice.ts';
import { pickSupport } from './microphone.ts';
import { type MicrophoneFeed, openMicrophoneFeed } from './microphone-feed.ts';
import { claimVoice, keepAwake, openAudioSession } from './page-resources.ts';
import type { CallMachineScript } from './script-allowlist.ts';
import { ConversationNotStartedError } from './voice-error.ts';
import type { VoicePage } from './voice-page.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

export interface PrepareOptions {
  page: VoicePage;
  clock: Clock;
  takesOver: boolean;
  language: Language;
  signal: AbortSignal;
  onWords(words: string, isFinal: boolean): void;
  /** Another tab took the voice, or the microphone went away. */
  onFailed(category: FailureCategory): void;
  onLeft(): void;
}

/** What a call has before it connects. Its owner ends it. */
export interface Prepared {
  hearing: SpeechRecognitionSource;
  script: CallMachineScript;
  feed: MicrophoneFeed;
  end(): void;
}

/** Facts, the right to speak, the microphone, in this order: nobody is asked for a microphone that cannot be used. */
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
    const feed = await openMicrophoneFeed({ ...options, hearing, onLost: options.onFailed });
    endings.push(feed.end, keepAwake(page), openAudioSession(page.navigator, hearing !== 'none'), watchLeaving(options));
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
