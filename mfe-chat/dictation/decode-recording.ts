import type { DictationPage } from './dictation-page.ts';

/** All a voice needs, and what every device can. */
const rates = [16_000, 44_100] as const;

/** Samples per second that a recording is brought to here; older Safaris refuse the smaller one. */
export function pickRate({ window }: Pick<DictationPage, 'window'>): number {
  const { OfflineAudioContext } = window;
  if (!OfflineAudioContext) return rates[1];
  try {
    new OfflineAudioContext(1, 1, rates[0]);
    return rates[0];
  } catch {
    return rates[1];
  }
}

/** The channels of what the browser recorded, at `rate`: a context decodes to its own. Rejects when it cannot be read. */
export async function decodeRecording(recorded: Blob, rate: number, { window }: Pick<DictationPage, 'window'>): Promise<Float32Array[]> {
  const { OfflineAudioContext } = window;
  if (!OfflineAudioContext) throw new Error('This browser decodes no sound.');
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await recorded.arrayBuffer());
  return Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
}
