import type { VoiceFacts } from '../api/voice-schemas.ts';
import type { Language } from '../i18n/language.ts';
import type { Clock } from '../kit/clock.ts';
import { withDeadline } from '../kit/deadline.ts';
import { keepRunning } from '../kit/keep-running.ts';
import { createBrowserRecogniser, type RecogniserLoss } from './browser-recogniser.ts';
import { lastVoiceFacts, loadVoiceFacts, pickSpeechRecognition } from './check-voice.ts';
import { type FailureCategory, VoiceError } from './failure.ts';
import { askMicrophone, pickMicrophoneLoss } from './microphone.ts';
import { acquireWakeLock, claimVoice, openAudioSession } from './page-resources.ts';
import { pickSupport, readMicrophonePermission } from './read-microphone.ts';
import type { CallOptions } from './voice-client.ts';
import type { VoicePage } from './voice-page.ts';
import type { SpeechRecognitionSource } from './voice-state.ts';

interface PrepareOptions extends Pick<CallOptions, 'takesOver' | 'withoutMicrophone' | 'phrases'> {
  page: VoicePage;
  clock: Clock;
  language: Language;
  /** Ends everything that the call has opened. */
  signal: AbortSignal;
  onWords(words: string, isFinal: boolean): void;
  /** Another tab has taken the voice. */
  onFailed(category: FailureCategory): void;
  /** The browser's recogniser failed or the microphone is lost. */
  onHearingLost(microphone?: 'lost' | 'revoked'): void;
  onMicrophoneTaken(isTaken: boolean): void;
  onLeft(): void;
}

/** The museum gets `track`; the visitor opens and closes the microphone or the recogniser. */
interface MicrophoneFeed {
  readonly track: MediaStreamTrack;
  /** Present if the museum recognises speech. */
  readonly microphone?: MediaStreamTrack;
  /** Present if the browser recognises speech. */
  readonly recogniser?: { setOpen(isOpen: boolean): void };
}

/** These resources outlive a lost connection. */
export type Prepared = Awaited<ReturnType<typeof prepareCall>>;

/** The microphone comes last, so that the browser prompts only for a usable microphone. */
export async function prepareCall(options: PrepareOptions) {
  const { page, clock, signal } = options;
  const support = pickSupport(page);
  if (support !== 'supported') throw new VoiceError(support);
  const facts = takeFacts(page, clock) ?? (await loadVoiceFacts(page, clock, signal));
  if (!facts.callMachine) throw new VoiceError('refused');
  const hearing = options.withoutMicrophone ? 'none' : pickSpeechRecognition(facts.hearing, page);
  endWith(signal, await claim(options));
  const feed = hearing === 'site' ? await feedFromMicrophone(options) : await feedFromSilentTrack(options, hearing);
  signal.throwIfAborted();
  endWith(signal, acquireWakeLock(page));
  endWith(signal, openAudioSession(page.navigator, hearing !== 'none'));
  // The back-forward cache restores pages but not calls.
  page.window.addEventListener('pagehide', options.onLeft, { signal });
  return { hearing, script: facts.callMachine, feed };
}

/** At once if the signal is already aborted. */
function endWith(signal: AbortSignal, end: () => void): void {
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);
}

/** A restarted site may serve another call machine. */
const factsLifeMs = 600_000;

/** Facts serve one call, because old facts may have caused its failure. */
function takeFacts(page: VoicePage, clock: Clock): VoiceFacts | undefined {
  const last = lastVoiceFacts.get(page);
  lastVoiceFacts.delete(page);
  return last && clock.now() - last.at < factsLifeMs ? last.facts : undefined;
}

/** Never rejects. */
export async function fetchCallMachine(page: VoicePage): Promise<void> {
  const script = lastVoiceFacts.get(page)?.facts.callMachine;
  if (!script) return;
  const response = await page.fetch(script.url, { integrity: script.integrity, priority: 'low' }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
}

async function claim({ page, takesOver, onFailed }: PrepareOptions): Promise<() => void> {
  const release = await claimVoice(page.navigator, takesOver, () => onFailed('other-tab'));
  if (!release) throw new VoiceError('other-tab');
  return release;
}

function watchPermission(page: PrepareOptions['page']): () => Promise<'lost' | 'revoked'> {
  const granted = readMicrophonePermission(page);
  return async () => pickMicrophoneLoss(await granted, await readMicrophonePermission(page));
}

async function feedFromMicrophone({ page, signal, onHearingLost, onMicrophoneTaken }: PrepareOptions): Promise<MicrophoneFeed> {
  const track = await askMicrophone(page, signal);
  const pickLoss = watchPermission(page);
  let silentTrack: MediaStreamTrack | undefined;
  const onMute = () => onMicrophoneTaken(track.muted);
  const onEnded = () => {
    // A restored connection needs a live track.
    silentTrack = createSilentTrack(page, signal);
    void pickLoss().then((loss) => signal.aborted || onHearingLost(loss));
  };
  endWith(signal, () => track.stop());
  track.addEventListener('ended', onEnded, { signal });
  track.addEventListener('mute', onMute, { signal });
  track.addEventListener('unmute', onMute, { signal });
  return {
    get track() {
      return silentTrack ?? track;
    },
    microphone: track,
  };
}

/** For museums that do not recognise speech. */
async function feedFromSilentTrack(options: PrepareOptions, hearing: SpeechRecognitionSource): Promise<MicrophoneFeed> {
  const { page, signal } = options;
  // Only for the permission: the recogniser opens the microphone itself, and phones allow one user at a time.
  if (hearing === 'browser') (await askMicrophone(page, signal)).stop();
  const track = createSilentTrack(page, signal);
  if (hearing === 'none') return { track };
  const recogniser = openRecogniser(options);
  endWith(signal, recogniser.end);
  recogniser.check(track);
  return { track, recogniser };
}

/** If the recogniser fails, the guide speaks and the visitor types. */
function openRecogniser({ page, clock, language, phrases, onWords, onHearingLost }: PrepareOptions) {
  const pickLoss = watchPermission(page);
  const onLost = async (loss: RecogniserLoss) => {
    const microphone = loss === 'unreachable' ? undefined : await pickLoss();
    // If the browser refuses despite the permission, the browser blocks its recogniser on this page.
    onHearingLost(loss === 'refused' && microphone === 'lost' ? undefined : microphone);
  };
  return createBrowserRecogniser({ page, language, clock, phrases, onWords, onLost: (loss) => void onLost(loss) });
}

/** If daily-js gets no track, it requests the microphone. */
function createSilentTrack({ window }: Pick<VoicePage, 'window'>, signal: AbortSignal): MediaStreamTrack {
  if (!window.AudioContext) throw new VoiceError('unsupported');
  const context = new window.AudioContext();
  const destination = context.createMediaStreamDestination();
  const [track] = destination.stream.getAudioTracks();
  if (!track) throw new VoiceError('unsupported');
  // If the source is missing, the track carries no samples.
  const silence = context.createConstantSource();
  silence.offset.value = 0;
  silence.connect(destination);
  silence.start();
  keepRunning(context, signal);
  endWith(signal, () => {
    track.stop();
    // Closing a closed context rejects.
    context.close().catch(() => undefined);
  });
  return track;
}

/** Between a closed call and the next call. */
const restartDelayMs = 300;
/** Limit for the earlier call to close. */
const closeLimitMs = 1_000;

/** @throws VoiceError */
export async function waitUntilClosed(closed: Promise<number>, clock: Clock): Promise<void> {
  const closedAtMs = await withDeadline(closed, { clock, limitMs: closeLimitMs }).catch((cause) => {
    throw new VoiceError('timeout', cause);
  });
  const restMs = closedAtMs + restartDelayMs - clock.now();
  if (restMs > 0) await new Promise<void>((passed) => void clock.after(restMs, passed));
}
