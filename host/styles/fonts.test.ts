import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@rstest/core';
import { readFace } from './subset-font-loader.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const css = readFileSync(path.join(import.meta.dirname, 'fonts.css'), 'utf8');
const folders = [
  'host/texts',
  'shared-contracts/i18n/texts',
  'shared-contracts/ui/speech/texts',
  ...readdirSync(root).flatMap((name) => (/^mfe-[a-z0-9]+$/.test(name) ? [`${name}/texts`] : [])),
];

describe('the preloaded fonts', () => {
  it.each(['?signs-of-display', '?signs-of-body'])(
    'the preloaded fonts %s has every sign of the screens’ texts in each language',
    (query) => {
      const signs = new Set(readFace(css, query).signs);
      const files = folders.flatMap((folder) => readdirSync(path.join(root, folder)).map((file) => path.join(root, folder, file)));
      const texts = files.filter((file) => file.endsWith('.json')).map((file) => readFileSync(file, 'utf8'));
      expect(texts.length).toBeGreaterThanOrEqual(3 * folders.length);
      const missing = new Set(texts.flatMap((text) => Array.from(text)).filter((sign) => sign > '\u001f' && !signs.has(sign)));
      expect([...missing]).toEqual([]);
    },
  );

  it('the preloaded fonts are refused by the build when fonts.css says nothing of them', () => {
    expect(() => readFace(css, '?signs-of-margins')).toThrow('names no weights or signs');
  });
});
