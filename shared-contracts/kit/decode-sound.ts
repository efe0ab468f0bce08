export type DecodingContext = new (channels: number, length: number, rate: number) => Pick<OfflineAudioContext, 'decodeAudioData'>;

/** Rejects if the browser cannot decode the sound. */
export async function decodeSound(encoded: ArrayBuffer, rate: number, Context: DecodingContext | undefined): Promise<Float32Array> {
  if (!Context) throw new Error('This browser decodes no sound: OfflineAudioContext is missing');
  const sound = await new Context(1, 1, rate).decodeAudioData(encoded);
  return mixToMono(Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel)));
}

function mixToMono(channels: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = channels;
  if (channels.length < 2) return first;
  return first.map((_, index) => channels.reduce((sum, channel) => sum + (channel[index] ?? 0), 0) / channels.length);
}
