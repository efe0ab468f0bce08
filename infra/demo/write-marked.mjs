import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleModules, modulesFolder } from '../tooling/bench/bundle-modules.mjs';

// The writer of every generated sound's mark is TypeScript, which the programs that make these files do not read.
await bundleModules('sound-mark', { 'sound-mark': 'shared-contracts/kit/sound-mark.ts' });
/** @type {typeof import('../../shared-contracts/kit/sound-mark.ts')} */
const { hasSoundMark, id3TagOf } = await import(path.join(modulesFolder('sound-mark'), 'sound-mark.mjs'));

/**
 * Writes an MP3 that eSpeak NG spoke, with the mark of generated sound. A file that holds this sound already stays as it
 * is, the time in its mark too.
 * @param {string} file @param {Uint8Array} sound @param {number} [madeAt] in ms since the epoch
 */
export function writeMarked(file, sound, madeAt = Date.now()) {
  const before = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (hasSoundMark(before) && before.subarray(-sound.length).equals(sound)) return;
  writeFileSync(file, Buffer.concat([id3TagOf({ model: 'eSpeak NG', isTrained: false, madeAt }), sound]));
}
