import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { id3TagOf } from '@enfilade/shared-contracts/kit/sound-mark';
import type { MuseumContent } from '../content/content.ts';
import { pickSpeakingVoice } from './speaking-voices.ts';
import { ownSpeechModel, type Speech, speechSampleRate } from './speech.ts';

const kilobits = 32;
const fullScale = 32_768;

/** LAME is under the LGPL, so it is loaded from its own file, which an operator can replace. */
async function openMp3Encoder() {
  const { createMp3Encoder } = await import('wasm-media-encoders');
  const lame = await createMp3Encoder();
  lame.configure({ channels: 1, sampleRate: speechSampleRate, outputSampleRate: speechSampleRate, bitrate: kilobits });
  return {
    /** The result may be empty, because the encoder buffers up to two frames. Copied from the encoder's memory. */
    encode: (samples: Int16Array) => lame.encode([Float32Array.from(samples, (sample) => sample / fullScale)]).slice(),
    finish: () => lame.finalize().slice(),
  };
}

/** A text to read aloud, with pronunciations already applied. */
export type AloudText = { text: string; language: Language; providerVoice: string };

/** @throws errors of the synthesis, or the reason of the aborted signal */
export type ReadAloud = (text: AloudText, leaving: AbortSignal) => Promise<Buffer>;

/** @param speech shared with the calls, which close it */
export function createReadAloud(museums: readonly MuseumContent[], speech: Speech, clock: Pick<Clock, 'now'>): ReadAloud {
  return async ({ text, language, providerVoice }, leaving) => {
    const museum = museums.find(({ profile }) => Object.values(profile.providerVoices).includes(providerVoice));
    if (!museum) throw new Error(`No museum's profile names the voice ${providerVoice}`);
    const voice = pickSpeakingVoice(providerVoice, language, museum);
    const encoder = await openMp3Encoder();
    const encoded: Uint8Array[] = [];
    let { model } = speech;
    const onOtherVoice = (other: string) => {
      model = other;
    };
    for (const piece of splitForSpeech(text)) {
      leaving.throwIfAborted();
      const sound: Int16Array[] = [];
      const listener = { onAudio: (samples: Int16Array) => void sound.push(samples), onWords: () => {}, onOtherVoice };
      await speech.say({ text: piece, ...voice, mayWait: true }, listener, leaving);
      leaving.throwIfAborted();
      for (const samples of sound) {
        encoded.push(encoder.encode(samples));
        // Yields to other requests, because sound comes faster than it is encoded.
        await nextTurnOfLoop();
      }
    }
    const mark = id3TagOf({ model, isTrained: model !== ownSpeechModel, madeAt: clock.now() });
    return Buffer.concat([mark, ...encoded, encoder.finish()]);
  };
}

/** About 12 s of sound and 0.4 s of synthesis, which is the longest wait of a call. */
const longestPiece = 200;

export const splitForSpeech = (text: string): string[] => splitSentences(text).flatMap(cutLong);

function cutLong(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > longestPiece) {
    const end = findCut(rest);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...pieces, rest].filter((piece) => piece !== '');
}

/** Position of a cut: after the last comma or similar mark, else between words, else between two characters. */
function findCut(text: string): number {
  const half = longestPiece / 2;
  const late = text.slice(half, longestPiece);
  const breath = Math.max(...[...late.matchAll(/[,;:–—)]\s/gu)].map(({ index }) => index + 1), -1);
  const gap = breath >= 0 ? breath : late.search(/\s\S*$/u);
  if (gap >= 0) return half + gap;
  return /[\uD800-\uDBFF]/.test(text.charAt(longestPiece - 1)) ? longestPiece - 1 : longestPiece;
}
