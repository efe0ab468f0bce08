import { parentPort } from 'node:worker_threads';
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, init } from '@bokuweb/zstd-wasm';

export interface DeltaTask {
  plain: Uint8Array;
  dictionary: Uint8Array;
}

const level = 16;

await init();
const [encoder, decoder] = [createCCtx(), createDCtx()];

parentPort?.on('message', ({ plain, dictionary }: DeltaTask) => {
  const frame = compressUsingDict(encoder, plain, dictionary, level);
  if (!Buffer.from(decompressUsingDict(decoder, frame, dictionary)).equals(plain)) throw new Error('a delta does not produce the file');
  parentPort?.postMessage(frame);
});
