export const headerBytes = 44;
export const bytesPerSample = 2;

/** One channel of samples from -1 to 1 at `rate` per second, as a WAVE file of 16 bits; what is louder is clipped. */
export function toWave(samples: Float32Array, rate: number): Blob {
  const view = new DataView(new ArrayBuffer(headerBytes + samples.length * bytesPerSample));
  writeHeader(view, rate, samples.length * bytesPerSample);
  samples.forEach((sample, index) => {
    view.setInt16(headerBytes + index * bytesPerSample, toInteger(sample), true);
  });
  return new Blob([view.buffer], { type: 'audio/wav' });
}

function toInteger(sample: number): number {
  const clipped = Math.max(-1, Math.min(1, sample));
  return Math.round(clipped * (clipped < 0 ? 0x8000 : 0x7fff));
}

/** As in the RIFF description: integer PCM, one channel. */
function writeHeader(view: DataView, rate: number, dataBytes: number) {
  const name = (offset: number, letters: string) => {
    for (let index = 0; index < letters.length; index += 1) view.setUint8(offset + index, letters.charCodeAt(index));
  };
  name(0, 'RIFF');
  view.setUint32(4, headerBytes - 8 + dataBytes, true);
  name(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * bytesPerSample, true);
  view.setUint16(32, bytesPerSample, true);
  view.setUint16(34, bytesPerSample * 8, true);
  name(36, 'data');
  view.setUint32(40, dataBytes, true);
}
