/** A decoder whose sounds have two equal channels. An empty file is no sound. */
export const createDecodingContext = (samplesOf: (bytes: number) => Float32Array) =>
  class {
    decodeAudioData({ byteLength }: ArrayBuffer) {
      if (byteLength === 0) return Promise.reject(new DOMException('no sound', 'EncodingError'));
      const channel = samplesOf(byteLength);
      return Promise.resolve({ numberOfChannels: 2, getChannelData: () => channel } as unknown as AudioBuffer);
    }
  };
