import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from '@enfilade/shared-contracts/build/content-version';
import { withFrenchSpaces } from '@enfilade/shared-contracts/i18n/french-spaces';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { findRemoteFolders } from '../remote-folders.mjs';
import { repositoryRoot as root } from '../testing/repository-root.ts';

const folders = [
  ...['host', 'shared-contracts', 'examples/whats-on', 'examples/without-react'],
  ...findRemoteFolders(root).map(({ folder }) => folder),
];
const files = folders.flatMap((folder) => sourceFiles(path.join(root, folder)).filter((file) => file.endsWith('/fr.json')));

/** Colons of addresses and times do not count. */
const marks = /(?<narrow>^|[\s\S])[;?!]|(?<wide>^|[\s\S])(?:»|:(?!\/\/|\d))|«(?<after>$|[\s\S])/gu;

const findLooseMarks = (text: string) =>
  [...text.matchAll(marks)]
    .filter(({ groups }) =>
      groups?.['narrow'] === undefined ? (groups?.['wide'] ?? groups?.['after']) !== '\u00a0' : groups['narrow'] !== '\u202f',
    )
    .map(([place]) => place);

it.each(files.map((file) => path.relative(root, file)))('French marks in %s have no-break spaces of the right width', (file) => {
  const texts = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Record<string, string>;
  expect(Object.entries(texts).flatMap(([key, text]) => findLooseMarks(text).map((place) => `${key}: “${place}”`))).toEqual([]);
});

it('the check of French marks reads the texts of every folder', () => {
  expect(new Set(files.map((file) => folders.find((folder) => file.startsWith(path.join(root, folder, '/')))))).toEqual(new Set(folders));
});

it('the check finds each French mark with an ordinary space or no space, and accepts the texts of withFrenchSpaces', () => {
  const words = fc.stringMatching(/^[a-zé]{1,8}$/);
  const mark = fc.constantFrom(';', '?', '!', ':', '»');
  forAll(words, mark, fc.constantFrom('', ' ', '\n'), words, (before, sign, space, after) => {
    expect(findLooseMarks(`${before}${space}${sign} ${after}`)).toEqual([`${(before + space).at(-1)}${sign}`]);
    expect(findLooseMarks(`${before} «${space}${after}\u00a0»`)).toEqual([`«${(space + after).at(0)}`]);
    expect(findLooseMarks(withFrenchSpaces(`${before} ${sign} « ${after} »`))).toEqual([]);
    expect(findLooseMarks(withFrenchSpaces(`${before}\u00a0${sign} «\u202f${after}\u202f»`))).toEqual([]);
  });
});
