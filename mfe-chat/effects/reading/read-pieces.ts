import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { PlayerEvent } from '@enfilade/shared-contracts/visit/audio-player';
import { openAudioSession } from '@enfilade/shared-contracts/voice/page-resources';
import { playbackFailed, type ReadingProblem } from '../../model/reading/reading-error.ts';
import type { ReadingPage } from './reading-page.ts';
import { openSoundLine } from './sound-line.ts';

/** A browser that means to let the page sound does so in a blink; one that waits for another tap never does. */
const patienceMs = 3_000;

export interface ReadingOptions {
  page: ReadingPage;
  clock: Clock;
  /** One piece as encoded sound, in a buffer that may be emptied. */
  load(piece: string, signal: AbortSignal): Promise<ArrayBuffer>;
  /** What was loaded for the piece cannot be decoded. */
  spoilt(piece: string): void;
  /** What to tell the visitor of `error`. */
  diagnose(error: unknown, signal: AbortSignal): Promise<ReadingProblem>;
  tell(event: PlayerEvent, problem?: ReadingProblem): void;
}

/** A reading under way; whoever hears `ended` or `failed` ends it as well. */
export interface PiecesReading {
  /** Goes on after the browser paused it; within a tap. */
  resume(): void;
  /** Silence at once; requests are broken off and the device is free again. */
  end(): void;
}

/**
 * Reads pieces without a gap, fetching one ahead of the one that sounds. Call it within a tap: browsers want
 * that. Throws what the browser throws when it has no sound to give.
 */
export function readPieces(pieces: readonly string[], options: ReadingOptions): PiecesReading {
  const { page, clock, tell } = options;
  const context = page.createContext();
  const closeSession = openAudioSession(page.navigator, false);
  const line = openSoundLine(context);
  const ending = new AbortController();
  const { signal } = ending;
  let cancel = () => {};
  let isPaused = false;

  const begin = () => {
    if (context.state === 'running') tell('began');
    else if (!isPaused) {
      cancel();
      cancel = clock.after(patienceMs, () => tell('failed', playbackFailed));
    }
  };
  const hearContext = () => {
    // A call comes in, or another app sounds: the browser's word for it differs, but not for going on.
    isPaused = context.state !== 'running';
    cancel();
    if (isPaused) tell('paused');
    else if (line.isSounding()) tell('began');
  };
  const resume = () => void context.resume().catch(ignore);

  context.addEventListener('statechange', hearContext, { signal });
  resume();
  const decode = async (piece: string) => {
    const sound = await options.load(piece, signal);
    try {
      return await context.decodeAudioData(sound);
    } catch (error) {
      if (!signal.aborted) options.spoilt(piece);
      throw error;
    }
  };
  void readThrough(pieces, { decode, line, begin, signal, tell, diagnose: options.diagnose });
  return {
    resume() {
      isPaused = false;
      resume();
      begin();
    },
    end() {
      ending.abort();
      cancel();
      line.end();
      closeSession();
      void context.close().catch(ignore);
    },
  };
}

interface Course extends Pick<ReadingOptions, 'tell' | 'diagnose'> {
  decode(piece: string): Promise<AudioBuffer>;
  line: ReturnType<typeof openSoundLine>;
  begin(): void;
  signal: AbortSignal;
}

async function readThrough(pieces: readonly string[], { decode, line, begin, signal, tell, diagnose }: Course): Promise<void> {
  let before: Promise<void> = Promise.resolve();
  try {
    for (const [index, piece] of pieces.entries()) {
      const sound = await decode(piece);
      if (signal.aborted) return;
      tell('loaded');
      const heard = line.lay(sound).then(() => {
        const isLate = index + 1 < pieces.length && !line.isSounding();
        if (isLate && !signal.aborted) tell('stalled');
      });
      begin();
      // Only now does this piece sound, and the next may be asked for.
      await before;
      before = heard;
    }
    await before;
    if (!signal.aborted) tell('ended');
  } catch (error) {
    if (signal.aborted) return;
    // What sounds is heard to its end, whatever became of the next.
    const [problem] = await Promise.all([diagnose(error, signal), before]);
    if (!signal.aborted) tell('failed', problem);
  }
}

/** A context the browser has closed itself: there is nothing left to do. */
const ignore = () => undefined;
