/**
 * Article 50(2) of the AI Act requires a machine-readable mark. `DigitalSourceType` is the IPTC's: sound of a trained model, or of rules
 * alone.
 */
export interface SoundMark {
  model: string;
  isTrained: boolean;
  /** In ms since the epoch. */
  madeAt: number;
}

const fieldsOf = ({ model, isTrained, madeAt }: SoundMark) => ({
  sourceType: `http://cv.iptc.org/newscodes/digitalsourcetype/${isTrained ? 'trainedAlgorithmicMedia' : 'algorithmicMedia'}`,
  model,
  time: new Date(madeAt).toISOString().slice(0, 19),
});

/** Part of every mark that uses the vocabulary, including other vendors' marks. */
const sign = 'lgorithmicMedia';
const signWithinBytes = 8_192;

export function hasSoundMark(sound: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(sound.subarray(0, signWithinBytes)).includes(sign);
}

const encode = (text: string) => new TextEncoder().encode(text);
const join = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));

/** Placed before the first frame of an MP3. */
export function id3TagOf(mark: SoundMark): Uint8Array {
  const { sourceType, model, time } = fieldsOf(mark);
  const frames = join(
    id3Frame('TXXX', 'Generated\0speech'),
    id3Frame('TXXX', `DigitalSourceType\0${sourceType}`),
    id3Frame('TXXX', `Model\0${model}`),
    id3Frame('TDEN', time),
  );
  return join(encode('ID3'), new Uint8Array([4, 0, 0]), id3Size(frames.length), frames);
}

function id3Frame(name: string, text: string): Uint8Array {
  const utf8 = 3;
  const body = join(new Uint8Array([utf8]), encode(text));
  return join(encode(name), id3Size(body.length), new Uint8Array(2), body);
}

/** Seven bits in each byte, so that no size looks like the start of a sound frame. */
const id3Size = (size: number) => new Uint8Array([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
