import { Readable } from 'node:stream';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { packBuild, remoteFiles } from '../testing/built-remote.ts';
import { checkBuild } from './check-build.ts';
import { readArchive } from './read-build.ts';

const namings: ((name: string, dashed: string) => string)[] = [
  (name) => `@keyframes ${name}{from{top:0}}`,
  (name) => `@-webkit-keyframes "${name}"{from{top:0}}`,
  (name) => `@font-face{src:local("x");font-family:"${name}"}`,
  (name) => `@counter-style ${name}{system:cyclic;symbols:x}`,
  (name) => `@font-feature-values landing-a , ${name}{@styleset{x:1}}`,
  (name) => `@layer ${name}{.landing-a{top:0}}`,
  (name) => `@layer landing-a, ${name};`,
  (_, dashed) => `@property ${dashed}{syntax:"*";inherits:false}`,
  (_, dashed) => `@position-try ${dashed}{top:0}`,
  (_, dashed) => `@font-palette-values ${dashed}{font-family:landing-a}`,
];
const places = [
  'X',
  '.landing-a{top:0}\nX',
  '@media print{X}',
  '@supports (top:0){@media print{X}}',
  '@container (width>1px){X}',
  '/* a */X/* b */',
];
const written: ((rule: string) => string)[] = [
  (rule) => rule,
  (rule) => rule.replace(/@[a-z-]+/, (at) => at.toUpperCase()),
  (rule) => rule.replace(' ', '\n/* x */ '),
];

it.each([
  [true, ['landing-a', 'landing-2-0-0-card_turn']],
  [false, ['text', 'land', 'landingx', 'visit-landing-a', 'LANDING-a', '\\6c anding-a']],
] as const)('names with the screen’s prefix belong to the screen, in every at-rule, place and spelling: %s', async (isOwn, names) => {
  const build = await readArchive(Readable.from([packBuild(remoteFiles())]));
  const parts = fc.tuple(fc.constantFrom(...namings), fc.constantFrom(...places), fc.constantFrom(...written), fc.constantFrom(...names));
  forAll(parts, ([naming, place, write, name]) => {
    const style = place.replace('X', () => write(naming(name, `--${name}`)));
    const files = new Map(build).set('more.css', Buffer.from(style));
    // The hashes of a draft are not checked.
    const said = checkBuild(files, { name: 'landing', isDraft: true }).problems.map(({ message }) => message);
    expect([style, said]).toEqual([
      style,
      isOwn ? [] : [expect.stringMatching(/^"more\.css" has in line \d a rule for the whole page \(@/)],
    ]);
  });
});
