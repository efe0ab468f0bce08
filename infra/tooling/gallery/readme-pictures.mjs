import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const stillLimitBytes = 60_000;
const recordingLimitBytes = 550_000;
/** What a minute of recording has for all its frames. */
const recordingMs = 60_000;

/**
 * Makes WebP pictures of what was photographed: each still as good as fits its limit, and all frames as one recording.
 * @param {string} from @param {string} into
 */
export async function writeReadmePictures(from, into) {
  mkdirSync(into, { recursive: true });
  const files = readdirSync(from)
    .filter((file) => file.endsWith('.png'))
    .sort();
  const frames = files.filter((file) => file.startsWith('frame-')).map((file) => path.join(from, file));
  const stills = files.filter((file) => !file.startsWith('frame-'));
  const written = [];
  for (const still of stills) {
    const file = path.join(into, still.replace('.png', '.webp'));
    await writeSmall(file, stillLimitBytes, (quality) => sharp(path.join(from, still)).resize({ width: 585 }).webp({ quality }));
    written.push(file);
  }
  const recording = path.join(into, 'visit.webp');
  const delay = frames.map(() => Math.round(recordingMs / frames.length));
  await writeSmall(recording, recordingLimitBytes, (quality) =>
    sharp(frames, { join: { animated: true } }).webp({ quality, delay, loop: 0 }),
  );
  return [...written, recording].map((file) => ({ file, bytes: statSync(file).size }));
}

/** @param {string} file @param {number} limitBytes @param {(quality: number) => import('sharp').Sharp} draw */
async function writeSmall(file, limitBytes, draw) {
  for (const quality of [85, 75, 65, 55, 45]) {
    const { size } = await draw(quality).toFile(file);
    if (size <= limitBytes) return;
  }
  throw new Error(`${path.basename(file)} is larger than ${limitBytes} bytes even where it is drawn coarsely.`);
}
