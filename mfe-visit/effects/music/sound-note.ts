import type { Note, Timbre } from './pieces/piece.ts';

/** Where the notes go: straight to the ear, and by way of the room. */
export interface Stage {
  context: BaseAudioContext;
  near: AudioNode;
  far: AudioNode;
}

interface Moment {
  /** On the context's clock, in seconds. */
  at: number;
  /** How long the note is held, in seconds. */
  lasts: number;
}

/** Sounds one note; its nodes go when it has died away. */
export function soundNote({ context, near, far }: Stage, note: Note, timbre: Timbre, { at, lasts }: Moment): void {
  const { attackSeconds, releaseSeconds, partials, shape, room } = timbre;
  const peak = at + attackSeconds;
  const hold = shape === 'held' ? Math.max(peak, at + lasts) : peak;
  const end = hold + releaseSeconds;
  const envelope = context.createGain();
  envelope.gain.setValueAtTime(0, at);
  envelope.gain.linearRampToValueAtTime(note.loudness, peak);
  // Five time constants: what is left is under -43 dB.
  envelope.gain.setTargetAtTime(0, hold, releaseSeconds / 5);
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
    wave.frequency.value = 440 * 2 ** ((note.midi - 69) / 12) * ratio;
    wave.connect(share).connect(envelope);
    wave.start(at);
    wave.stop(end);
    wave.onended = () => {
      sounding -= 1;
      if (sounding > 0) return;
      envelope.disconnect();
      send.disconnect();
    };
  }
}
