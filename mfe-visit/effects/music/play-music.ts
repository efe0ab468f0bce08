import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import { createHall } from './create-hall.ts';
import type { Music, MusicLevel } from './music.ts';
import type { Piece } from './pieces/piece.ts';
import { pieces } from './pieces/pieces.ts';
import { type Stage, soundNote } from './sound-note.ts';

/** How far ahead of the ear bars are written, in seconds: longer than a busy page is ever late. */
const aheadSeconds = 1.5;
const lookEveryMs = 300;

const factors: Record<MusicLevel, number> = { full: 1, 'under-speech': 10 ** (-18 / 20), silent: 0 };
/** Time constants in seconds: out of the way at once, back slowly. */
const paces: Record<MusicLevel, number> = { full: 0.7, 'under-speech': 0.12, silent: 0.025 };
const fadeOutMs = 250;

export interface MusicOptions {
  clock: Clock;
  /** Another one, another music of the same kind. */
  seed: number;
  level: MusicLevel;
  createContext?: () => AudioContext;
}

/** Plays a piece until it is stopped. Begins at the next tap where the browser wants one. */
export function playMusic(name: MusicPiece, { clock, seed, level, createContext = () => new AudioContext() }: MusicOptions): Music {
  const context = createContext();
  const piece = pieces[name];
  const volume = context.createGain();
  volume.gain.value = 0;
  volume.connect(context.destination);
  const stage = setStage(context, piece, volume);
  const setLevel = (next: MusicLevel) => {
    volume.gain.cancelScheduledValues(context.currentTime);
    volume.gain.setTargetAtTime(factors[next], context.currentTime, paces[next]);
  };
  setLevel(level);
  const endWaiting = resumeAtTap(context);
  const endWriting = writeAhead(stage, piece, { clock, seed });
  let isStopped = false;
  return {
    setLevel(next) {
      if (!isStopped) setLevel(next);
    },
    stop() {
      if (isStopped) return;
      isStopped = true;
      endWaiting();
      endWriting();
      volume.gain.cancelScheduledValues(context.currentTime);
      volume.gain.setTargetAtTime(0, context.currentTime, fadeOutMs / 5000);
      clock.after(fadeOutMs, () => void context.close().catch(ignore));
    },
  };
}

function setStage(context: AudioContext, piece: Piece, out: AudioNode): Stage {
  const near = context.createGain();
  near.gain.value = piece.gain;
  near.connect(out);
  const far = context.createGain();
  far.gain.value = piece.gain;
  far.connect(createHall(context)).connect(out);
  return { context, near, far };
}

/** Writes bar after bar shortly before they are due. A suspended context's clock stands still, and so does this. */
function writeAhead(stage: Stage, piece: Piece, { clock, seed }: Pick<MusicOptions, 'clock' | 'seed'>): () => void {
  const { context } = stage;
  const beatSeconds = 60 / piece.beatsPerMinute;
  let bar = 0;
  let due = context.currentTime + 0.1;
  let cancel = () => {};
  const write = () => {
    // A device that slept comes back late: what was missed is not played all at once.
    due = Math.max(due, context.currentTime);
    while (due < context.currentTime + aheadSeconds) {
      for (const note of piece.composeBar(seed, bar)) {
        const timbre = piece.timbres[note.voice];
        if (timbre) soundNote(stage, note, timbre, { at: due + note.beat * beatSeconds, lasts: note.beats * beatSeconds });
      }
      due += piece.beatsPerBar * beatSeconds;
      bar += 1;
    }
    cancel = clock.after(lookEveryMs, write);
  };
  write();
  return () => cancel();
}

/** The tap that switched the music on may be too long ago when its code has come: the next one counts then. */
function resumeAtTap(context: AudioContext): () => void {
  const ending = new AbortController();
  const resume = () => void context.resume().then(() => ending.abort(), ignore);
  if (context.state === 'suspended') {
    for (const name of ['pointerup', 'keydown'] as const) document.addEventListener(name, resume, { signal: ending.signal });
    resume();
  }
  return () => ending.abort();
}

/** A context closed by the browser itself: there is nothing left to do. */
const ignore = () => undefined;
