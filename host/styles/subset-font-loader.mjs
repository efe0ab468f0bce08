import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const styles = new URL('./fonts.css', import.meta.url);

/** The characters and weights of the face in fonts.css whose `src` has the same query. @param {string} css @param {string} query */
export function readFace(css, query) {
  const face = css.split('@font-face').find((part) => part.includes(`${query}"`)) ?? '';
  const [, min = '', max = ''] = /font-weight: (\d+) (\d+);/.exec(face) ?? [];
  const ranges = /unicode-range:\s*([^;]+);/.exec(face)?.[1]?.split(',') ?? [];
  if (ranges.length === 0 || max === '')
    throw new Error(`fonts.css has no face for ${query}. Add a face with font-weight (two values) and unicode-range.`);
  const signs = ranges.flatMap((range) => {
    const [first = 0, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((point) => Number.parseInt(point, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  });
  return { signs: signs.join(''), wght: { min: Number(min), max: Number(max) } };
}

/** @this {{ resourceQuery: string, addDependency(file: string): void, async(): (error: unknown, font?: Uint8Array) => void }} @param {Buffer} font */
export default function subset(font) {
  const done = this.async();
  this.addDependency(fileURLToPath(styles));
  readFile(styles, 'utf8')
    .then((css) => readFace(css, this.resourceQuery))
    .then(({ signs, wght }) => subsetFont(font, signs, { targetFormat: 'woff2', variationAxes: { wght } }))
    .then((bytes) => done(undefined, bytes), done);
}

export const raw = true;
