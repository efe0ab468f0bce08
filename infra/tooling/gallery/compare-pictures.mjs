import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
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
 * Where two folders of pictures differ; of each view that changed, a picture of the difference is in `into`.
 * @param {string} earlier @param {string} later @param {string} into
 * @returns {Promise<Difference[]>}
 */
export async function differOf(earlier, later, into) {
  rmSync(into, { recursive: true, force: true });
  const before = new Set(viewsIn(earlier));
  const after = viewsIn(later);
  const kept = new Set(after);
  /** @type {Difference[]} */
  const differences = [...before].filter((view) => !kept.has(view)).map((view) => ({ view, kind: 'gone', pixels: 0 }));
  for (const view of after) {
    const pixels = before.has(view) ? await drawDifference(earlier, later, into, view) : 0;
    if (pixels > 0 || !before.has(view)) differences.push({ view, kind: pixels > 0 ? 'changed' : 'new', pixels });
  }
  return differences;
}

/** @param {string} earlier @param {string} later @param {string} into @param {string} view */
async function drawDifference(earlier, later, into, view) {
  const files = [earlier, later].map((folder) => readFileSync(path.join(folder, `${view}.png`)));
  const [before, after] = files;
  if (!before || !after || before.equals(after)) return 0;
  const [one, other] = await Promise.all(
    [before, after].map((file) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!one || !other) return 0;
  const { width, height } = one.info;
  const drawn = Buffer.alloc(one.data.length);
  const pixels = pixelmatch(one.data, other.data, drawn, width, height, { threshold: 0.1 });
  if (pixels === 0) return 0;
  const file = path.join(into, `${view}.png`);
  mkdirSync(path.dirname(file), { recursive: true });
  await sharp(drawn, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(file);
  return pixels;
}
