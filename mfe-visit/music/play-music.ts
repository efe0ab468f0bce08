import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { keepRunning } from '@enfilade/shared-contracts/kit/keep-running';
import type { MusicPiece } from '@enfilade/shared-contracts/museum/profile';
import type { SettingsSource } from '@enfilade/shared-contracts/visit/session';
import ladysBedroom from './scores/ladys-bedroom.json';
import library from './scores/library.json';
import museumInterior from './scores/museum-interior.json';
import staircase from './scores/staircase.json';
import venetianRoom from './scores/venetian-room.json';

export type MusicLevel = 'full' | 'under-speech' | 'silent';

export type Music = ReturnType<typeof playMusic>;

interface Timbre {
  /** `ratio` to the note's own frequency. */
  partials: { ratio: number; gain: number }[];
  attackSeconds: number;
  releaseSeconds: number;
  /** 0 to 1: the share that goes to the reverb. */
  room: number;
}

/** The phrases may follow each other in any order. */
interface Score {
  beatsPerMinute: number;
  beatsPerBar: number;
  /** Brings the five pieces to one loudness: about -31 LUFS, measured over a minute. */
  gain: number;
  timbres: Record<string, Timbre>;
  /**
   * Four bars each. A bar lists notes: timbre, beat, MIDI number, loudness from 0 to 1, and for a held note its beats. An empty bar is a
   * rest.
   */
  phrases: string[][];
}

const scores: Record<MusicPiece, Score> = {
  staircase,
  'venetian-room': venetianRoom,
  'ladys-bedroom': ladysBedroom,
  library,
  'museum-interior': museumInterior,
};

/** Seconds that bars are scheduled ahead: longer than a busy page delays a timer. */
const aheadSeconds = 1.5;
const checkEveryMs = 300;

const factors: Record<MusicLevel, number> = { full: 1, 'under-speech': 10 ** (-18 / 20), silent: 0 };
/** Time constants in seconds: fast down, slow up. */
const timeConstants: Record<MusicLevel, number> = { full: 0.7, 'under-speech': 0.12, silent: 0.025 };
const fadeOutMs = 250;

export interface MusicOptions {
  clock: Clock;
  session: SettingsSource;
  level: MusicLevel;
  createContext?: () => AudioContext;
  random?: () => number;
}

/** If the browser requires a tap, the music starts at the next tap. */
export function playMusic(piece: MusicPiece, options: MusicOptions) {
  const { clock, session, level, createContext = () => new AudioContext(), random = Math.random } = options;
  const context = createContext();
  const score = scores[piece];
  const volume = context.createGain();
  volume.gain.value = 0;
  const output = context.createGain();
  output.channelCountMode = 'explicit';
  volume.connect(output).connect(context.destination);
  const applySettings = () => {
    const { settings } = session.store.getState();
    output.gain.value = settings.volume / 100;
    output.channelCount = settings.isMono ? 1 : 2;
  };
  applySettings();
  const unsubscribe = session.store.subscribe(applySettings);
  const setLevel = (next: MusicLevel) => {
    volume.gain.cancelScheduledValues(context.currentTime);
    volume.gain.setTargetAtTime(factors[next], context.currentTime, timeConstants[next]);
  };
  setLevel(level);
  const ending = new AbortController();
  keepRunning(context, ending.signal);
  const stopScheduling = scheduleBars(openOutput(context, score, volume), score, { clock, random });
  let isStopped = false;
  return {
    setLevel(next: MusicLevel): void {
      if (!isStopped) setLevel(next);
    },
    /** Fades out, and closes the sound device. */
    stop(): void {
      if (isStopped) return;
      isStopped = true;
      ending.abort();
      unsubscribe();
      stopScheduling();
      volume.gain.cancelScheduledValues(context.currentTime);
      volume.gain.setTargetAtTime(0, context.currentTime, fadeOutMs / 5000);
      clock.after(fadeOutMs, () => void context.close().catch(ignore));
    },
  };
}

interface Output {
  context: BaseAudioContext;
  near: AudioNode;
  far: AudioNode;
}

function openOutput(context: BaseAudioContext, { gain }: Score, destination: AudioNode): Output {
  const [near, far] = [context.createGain(), context.createGain()];
  near.gain.value = gain;
  near.connect(destination);
  far.gain.value = gain;
  far.connect(createHall(context)).connect(destination);
  return { context, near, far };
}

/** Noise that fades like the echo of a hall. */
function createHall(context: BaseAudioContext): ConvolverNode {
  const length = Math.floor(2.8 * context.sampleRate);
  const echo = context.createBuffer(2, length, context.sampleRate);
  for (const channel of [0, 1]) {
    const samples = echo.getChannelData(channel);
    let before = 0;
    for (let index = 0; index < length; index += 1) {
      // Each sample is mixed with the previous sample, because walls absorb high frequencies.
      before = 0.65 * before + 0.35 * (Math.random() * 2 - 1);
      samples[index] = before * (1 - index / length) ** 3;
    }
  }
  const hall = context.createConvolver();
  hall.buffer = echo;
  return hall;
}

/** A suspended context's clock does not advance, so no bars are scheduled. */
function scheduleBars(output: Output, score: Score, { clock, random }: { clock: Clock; random: () => number }): () => void {
  const { context } = output;
  const beatSeconds = 60 / score.beatsPerMinute;
  const bars = endlessBars(score.phrases, random);
  let due = context.currentTime + 0.1;
  let cancel = () => {};
  const schedule = () => {
    // After the device has slept, the missed bars are skipped.
    due = Math.max(due, context.currentTime);
    while (due < context.currentTime + aheadSeconds) {
      for (const note of bars.next().value.split(', ')) {
        const [name = '', beat, midi, loudness, beats = 0] = note.split(' ');
        const timbre = score.timbres[name];
        if (!timbre) continue;
        playNote(output, timbre, {
          at: due + Number(beat) * beatSeconds,
          heldSeconds: Number(beats) * beatSeconds,
          frequency: 440 * 2 ** ((Number(midi) - 69) / 12),
          // Each repeated note is a little quieter.
          loudness: Number(loudness) * (0.8 + 0.2 * random()),
        });
      }
      due += score.beatsPerBar * beatSeconds;
    }
    cancel = clock.after(checkEveryMs, schedule);
  };
  schedule();
  return () => cancel();
}

function* endlessBars(phrases: Score['phrases'], random: () => number): Generator<string, never> {
  let phrase: string[] = [];
  for (;;) {
    const others = phrases.filter((other) => other !== phrase);
    phrase = others[Math.floor(random() * others.length)] ?? [];
    yield* phrase;
  }
}

interface Note {
  /** On the context's clock, in seconds. */
  at: number;
  /** 0 for a plucked note, which decays from its attack. */
  heldSeconds: number;
  frequency: number;
  loudness: number;
}

function playNote({ context, near, far }: Output, timbre: Timbre, { at, heldSeconds, frequency, loudness }: Note): void {
  const { attackSeconds, releaseSeconds, partials, room } = timbre;
  const peak = at + attackSeconds;
  const release = Math.max(peak, at + heldSeconds);
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(loudness, peak);
  // After five time constants the rest is below -43 dB.
  envelope.gain.setTargetAtTime(0, release, releaseSeconds / 5);
  const send = context.createGain();
  send.gain.value = room;
  envelope.connect(near);
  envelope.connect(send).connect(far);

  const sum = partials.reduce((total, partial) => total + partial.gain, 0);
  let sounding = partials.length;
  for (const { ratio, gain } of partials) {
    const share = context.createGain();
    share.gain.value = gain / sum;
    const wave = context.createOscillator();
    wave.frequency.value = frequency * ratio;
    wave.connect(share).connect(envelope);
    wave.start(at);
    wave.stop(release + releaseSeconds);
    wave.onended = () => {
      sounding -= 1;
      if (sounding > 0) return;
      envelope.disconnect();
      send.disconnect();
    };
  }
}

/** The browser has already closed the context. */
const ignore = () => undefined;
