import type { PlayerEvent } from '../../../kit/audio-player.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { SettingsSource } from '../../../visit/session.ts';
import { openAudioSession } from '../../../voice/page-resources.ts';
import type { VoiceNavigator } from '../../../voice/voice-page.ts';
import { openSoundQueue, type SoundContext, type SoundQueue } from './open-sound-queue.ts';
import type { ReadingProblem } from './reading.ts';
import { playbackFailed } from './reading-problem.ts';

/** A browser that allows the sound starts at once; one that waits for another tap never does. */
const startLimitMs = 3_000;

/** What reading aloud needs of its page; tests bring a fake. */
export interface ReadingPage {
  navigator: Pick<VoiceNavigator, 'audioSession'>;
  /** Throws where the browser has no audio. */
  createContext(): SoundContext;
}

interface PiecePlayerOptions {
  page: ReadingPage;
  /** Pace and volume change in the middle of a word. */
  session: SettingsSource;
  clock: Clock;
  /** A piece as encoded sound. Decoding empties the buffer. */
  load(piece: string, signal: AbortSignal): Promise<ArrayBuffer>;
  /** What was loaded for the piece cannot be decoded. */
  onUndecodable(piece: string): void;
  diagnose(error: unknown, signal: AbortSignal): Promise<ReadingProblem>;
  onEvent(event: PlayerEvent, problem?: ReadingProblem): void;
}

/** Pieces being read aloud. Call `end` after `ended` and `failed` as well. */
export interface PiecePlayer {
  pause(): void;
  /** After the browser paused it. Call it within a tap. */
  resume(): void;
  /** Silence at once; requests are aborted and the audio device is released. */
  end(): void;
}

/**
 * Reads pieces without a gap, loading one ahead of the one that plays. Call it within a tap: browsers want that. Throws
 * what `createContext` throws.
 */
export function createPiecePlayer(pieces: readonly string[], options: PiecePlayerOptions): PiecePlayer {
  const { page, clock, onEvent, session } = options;
  const context = page.createContext();
  // A call has the microphone's session, which is silent towards nothing.
  const isInCall = page.navigator.audioSession?.type === 'play-and-record';
  const closeSession = isInCall ? () => {} : openAudioSession(page.navigator, false);
  const output = context.createGain();
  output.connect(context.destination);
  const queue = openSoundQueue(context, output);
  const applySettings = () => {
    const { speechRate, volume } = session.store.getState().settings;
    queue.setRate(speechRate);
    output.gain.value = volume / 100;
  };
  applySettings();
  const unsubscribe = session.store.subscribe(applySettings);
  const ending = new AbortController();
  const { signal } = ending;
  let cancelLimit = () => {};
  let isPaused = false;

  const start = () => {
    if (context.state === 'running') onEvent('began');
    else if (!isPaused) {
      cancelLimit();
      cancelLimit = clock.after(startLimitMs, () => onEvent('failed', playbackFailed));
    }
  };
  const onStateChange = () => {
    // For a phone call or another app browsers have different states, but only one for playing on.
    isPaused = context.state !== 'running';
    cancelLimit();
    if (isPaused) onEvent('paused');
    else if (queue.isPlaying()) onEvent('began');
  };
  const resumeContext = () => void context.resume().catch(ignore);
  const decode = async (piece: string) => {
    const sound = await options.load(piece, signal);
    try {
      return await context.decodeAudioData(sound);
    } catch (error) {
      if (!signal.aborted) options.onUndecodable(piece);
      throw error;
    }
  };

  context.addEventListener('statechange', onStateChange, { signal });
  resumeContext();
  void playPieces(pieces, { decode, queue, start, signal, onEvent, diagnose: options.diagnose });
  return {
    pause: () => void context.suspend().catch(ignore),
    resume() {
      isPaused = false;
      resumeContext();
      start();
    },
    end() {
      ending.abort();
      unsubscribe();
      cancelLimit();
      queue.end();
      closeSession();
      void context.close().catch(ignore);
    },
  };
}

interface PlayOptions extends Pick<PiecePlayerOptions, 'onEvent' | 'diagnose'> {
  decode(piece: string): Promise<AudioBuffer>;
  queue: SoundQueue;
  start(): void;
  signal: AbortSignal;
}

async function playPieces(pieces: readonly string[], { decode, queue, start, signal, onEvent, diagnose }: PlayOptions): Promise<void> {
  let former: Promise<void> = Promise.resolve();
  try {
    for (const [index, piece] of pieces.entries()) {
      const sound = await decode(piece);
      if (signal.aborted) return;
      onEvent('loaded');
      const played = queue.append(sound).then(() => {
        const isNextLate = index + 1 < pieces.length && !queue.isPlaying();
        if (isNextLate && !signal.aborted) onEvent('stalled');
      });
      start();
      // Only when this piece plays is the next one loaded.
      await former;
      former = played;
    }
    await former;
    if (!signal.aborted) onEvent('ended');
  } catch (error) {
    if (signal.aborted) return;
    // What plays is played to its end, whatever became of the next.
    const [problem] = await Promise.all([diagnose(error, signal), former]);
    if (!signal.aborted) onEvent('failed', problem);
  }
}

/** The browser may have closed the context itself. */
const ignore = () => undefined;
