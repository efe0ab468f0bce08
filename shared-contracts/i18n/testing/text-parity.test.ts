import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';
import { sourceFiles } from '../../build/content-version.mjs';
import { type Language, languages } from '../language.ts';
import { findTextProblems } from './text-parity.ts';

it('findTextProblems() finds no problem if keys and placeholders agree', () => {
  const texts = { greeting: 'x {{ name }}', n_one: 'x', n_other: 'x {{count}}' };
  expect(findTextProblems({ en: texts, de: { ...texts, greeting: '{{name}} y' }, fr: { ...texts, n_one: '{{count}} x' } })).toEqual([]);
});

it.each([
  ['a missing text', { a: 'x', b: 'y' }, { a: 'x' }, ['de: b is missing']],
  ['a text English lacks', { a: 'x' }, { a: 'x', b: 'y' }, ['en: b is missing', 'fr: b is missing']],
  ['an empty text', { a: 'x' }, { a: ' ' }, ['de: a is empty']],
  ['a lost placeholder', { a: '{{n}} of {{m}}' }, { a: '{{n}}' }, ['de: a has placeholders "{{n}}" where English has "{{m}} {{n}}"']],
  ['a name that every object has', { a: 'x', constructor: 'y' }, { a: 'x' }, ['de: constructor is missing']],
])('findTextProblems() reports %s', (_, en, de, problems) => {
  expect(findTextProblems({ en, de, fr: en } as never)).toEqual(problems);
});

it('findTextProblems() reports a plural without one of its forms', () => {
  const texts = { wait_other: '{{count}}' };
  expect(findTextProblems({ en: texts, de: texts, fr: texts })).toContain('fr: wait lacks its form _one');
});

const root = path.resolve(import.meta.dirname, '../../..');
const places = sourceFiles(root).flatMap((file) => (file.endsWith('/texts/en.json') ? [path.relative(root, path.dirname(file))] : []));

it.each(places)('the texts of %s agree in three languages', (place) => {
  const read = (language: Language) => JSON.parse(readFileSync(path.join(root, place, `${language}.json`), 'utf8'));
  const [en, de, fr] = languages.map(read);
  expect(findTextProblems({ en, de, fr })).toEqual([]);
});
