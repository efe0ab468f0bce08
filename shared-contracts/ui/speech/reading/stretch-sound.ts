/** A frame is longer than a deep voice's period, and shorter than a syllable. */
const frameSeconds = 0.03;
/** How far from its place a frame is looked for that fits the one before. */
const searchSeconds = 0.01;
/** Comparing every fourth sample finds the same place as comparing all, in a sixteenth of the time. */
const stride = 4;

/**
 * Speech at `rate` times its pace and at its own pitch, by WSOLA: overlapping frames are taken from the sound at another
 * distance than they are laid down at, each where it continues the waves of the one before. Why no library does it:
 * decisions/0048-display-and-sound.md.
 */
export function stretchSound(samples: Float32Array, rate: number, sampleRate: number): Float32Array<ArrayBuffer> {
  const hop = Math.max(1, Math.round((frameSeconds * sampleRate) / 2));
  const search = Math.round(searchSeconds * sampleRate);
  const length = Math.round(samples.length / rate);
  // Half a frame before the beginning: there the first half of the window is cut off.
  const laid = new Float32Array(length + 3 * hop);
  let taken = -hop;
  for (let frame = 0; (frame - 1) * hop < length; frame++) {
    if (frame > 0) taken = findContinuation(samples, { wanted: taken + hop, near: Math.round((frame - 1) * hop * rate), hop, search });
    for (let at = 0; at < 2 * hop; at++) {
      const window = 0.5 - 0.5 * Math.cos((Math.PI * (at + 0.5)) / hop);
      laid[frame * hop + at] = (laid[frame * hop + at] ?? 0) + window * (samples[taken + at] ?? 0);
    }
  }
  return laid.slice(hop, hop + length);
}

interface Search {
  /** Where the frame before goes on in the sound. */
  wanted: number;
  /** Where this frame would be taken from without looking. */
  near: number;
  hop: number;
  search: number;
}

/** The place about `near` where the waves are most like those at `wanted`; `near` itself where no other is more so. */
function findContinuation(samples: Float32Array, { wanted, near, hop, search }: Search): number {
  const likeness = (place: number) => {
    let sum = 0;
    for (let at = 0; at < 2 * hop; at += stride) sum += (samples[wanted + at] ?? 0) * (samples[place + at] ?? 0);
    return sum;
  };
  let best = near;
  let most = likeness(near);
  for (let place = near - search; place <= near + search; place++) {
    const found = likeness(place);
    if (found > most) [best, most] = [place, found];
  }
  return best;
}
