import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import { readFace } from './subset-font-loader.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const css = readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8');
const folders = [
  'host/texts',
  'shared-contracts/i18n/texts',
  'shared-contracts/ui/speech/texts',
  ...readdirSync(root).flatMap((name) => (/^mfe-[a-z0-9]+$/.test(name) ? [`${name}/texts`] : [])),
];

it.each(['?signs-of-display', '?signs-of-body'])(
  'the preloaded font %s has every character of the screens’ texts in each language',
  (query) => {
    const signs = new Set(readFace(css, query).signs);
    const files = folders.flatMap((folder) => readdirSync(path.join(root, folder)).map((file) => path.join(root, folder, file)));
    const texts = files.filter((file) => file.endsWith('.json')).map((file) => readFileSync(file, 'utf8'));
    expect(texts.length).toBeGreaterThanOrEqual(3 * folders.length);
    const missing = new Set(texts.flatMap((text) => Array.from(text)).filter((sign) => sign > '\u001f' && !signs.has(sign)));
    expect([...missing]).toEqual([]);
  },
);

it('the build refuses a preloaded font that fonts.css does not describe', () => {
  expect(() => readFace(css, '?signs-of-margins')).toThrow('fonts.css has no face for ?signs-of-margins');
});
