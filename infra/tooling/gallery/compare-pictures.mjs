import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** @typedef {{ view: string, kind: 'new' | 'gone' | 'changed', pixels: number }} Difference */

/** The views of a folder of pictures, as `landing/splash/en-positive-390x844`. @param {string} folder */
export const viewsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.replaceAll(path.sep, '/').slice(0, -'.png'.length))
    .sort();

/**
 * Where two folders of pictures differ; of each view that changed, a picture of the difference lies in `into`.
 * @param {string} earlier @param {string} later @param {string} into
 * @returns {Promise<Difference[]>}
 */
export async function differOf(earlier, later, into) {
  rmSync(into, { recursive: true, force: true });
  /** @type {Difference[]} */
  const differences = [];
  for (const view of [...new Set([...viewsIn(earlier), ...viewsIn(later)])].sort()) {
    const [before, after] = [earlier, later].map((folder) => path.join(folder, `${view}.png`));
    if (!before || !after) continue;
    if (!existsSync(before)) differences.push({ view, kind: 'new', pixels: 0 });
    else if (!existsSync(after)) differences.push({ view, kind: 'gone', pixels: 0 });
    else if (!readFileSync(before).equals(readFileSync(after))) {
      const pixels = await drawDifference(before, after, path.join(into, `${view}.png`));
      if (pixels > 0) differences.push({ view, kind: 'changed', pixels });
    }
  }
  return differences;
}

/** @param {string} before @param {string} after @param {string} file */
async function drawDifference(before, after, file) {
  const [one, other] = await Promise.all([before, after].map((each) => sharp(each).ensureAlpha().raw().toBuffer({ resolveWithObject: true })));
  if (!one || !other) throw new Error('two pictures make two');
  const { width, height } = one.info;
  const drawn = Buffer.alloc(one.data.length);
  const pixels = pixelmatch(one.data, other.data, drawn, width, height, { threshold: 0.1 });
  if (pixels === 0) return 0;
  mkdirSync(path.dirname(file), { recursive: true });
  await sharp(drawn, { raw: { width, height, channels: 4 } }).png().toFile(file);
  return pixels;
}
