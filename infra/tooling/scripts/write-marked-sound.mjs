// `write-marked-sound.mjs FILE < SOUND` writes an MP3 of eSpeak NG with the mark of generated sound (docs/generated-marks.md). A file with
// the same sound stays unchanged, the time in its mark included.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { bundleModules } from '../bundle-modules.mjs';

const load = await bundleModules('sound-mark', { 'sound-mark': 'shared-contracts/kit/sound-mark.ts' });
/** @type {typeof import('../../../shared-contracts/kit/sound-mark.ts')} */
const { hasSoundMark, id3TagOf } = await load('sound-mark');

const [file = ''] = process.argv.slice(2);
const sound = readFileSync(0);
const before = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
if (!hasSoundMark(before) || !before.subarray(-sound.length).equals(sound)) {
  const tag = id3TagOf({ model: 'eSpeak NG', isTrained: false, madeAt: Date.now() });
  writeFileSync(file, Buffer.concat([tag, sound]));
}
