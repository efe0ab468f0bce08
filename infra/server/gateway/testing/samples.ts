import type { Declaration } from '@enfilade/shared-contracts/releases/declaration';
import type { PinnedRemote, UnsignedSet } from '@enfilade/shared-contracts/releases/release-set';
import { someDeclarations } from '@enfilade/shared-contracts/releases/testing/some-screens';

/** A museum that asks two questions, and another museum with its own exhibition. */
export const museumId = 'aaaaaaaaaaaaaaaaaaaaaa01';
export const otherMuseumId = 'aaaaaaaaaaaaaaaaaaaaaa02';
export const unknownId = 'ffffffffffffffffffffffff';
export const exhibitionId = 'bbbbbbbbbbbbbbbbbbbbbb01';
export const muteExhibitionId = 'bbbbbbbbbbbbbbbbbbbbbb02';
export const foreignExhibitionId = 'bbbbbbbbbbbbbbbbbbbbbb09';

const summaries = [
  { _id: exhibitionId, name: 'The Library' },
  { _id: muteExhibitionId, name: 'The Attic' },
];

export const museumRecord = { _id: museumId, name: 'Sample <House>', exhibitions: summaries, defaultLanguage: 'German' };
export const otherMuseumRecord = {
  _id: otherMuseumId,
  name: 'Other House',
  exhibitions: [{ _id: foreignExhibitionId, name: 'Elsewhere' }],
};

export const exhibitionRecord = {
  _id: exhibitionId,
  name: 'The Library',
  pronunciations: [{ type: 'exact', key: 'Marchais', value: 'Mar-shay' }],
  assistant: {
    vapiId: 'asst-library',
    prompt: JSON.stringify({ en: 'Time {{time}}, goals {{goals}}, {{visitorType}}, {{other}}.', de: 'Zeit {{time}}, Ziele {{goals}}.' }),
    firstMessage: 'Hello.',
    exhibition_id: exhibitionId,
  },
};

export const profileFile = {
  museum: museumId,
  wallCode: 'HOUSE',
  questions: ['time', 'goals'],
  providerVoices: { 'en-1': 'provider-voice-secret' },
};

const hash = `sha384-${'A'.repeat(64)}`;

function pinnedRemote(name: string, declaration: Declaration): PinnedRemote {
  const base = `/remotes/${name}/1.0.0/`;
  const files = [
    'remoteEntry.js',
    'static/js/screen.1.js',
    'static/css/screen.1.css',
    'static/js/async/texts-de.1.js',
    'static/js/async/texts-en.1.js',
    'static/js/async/speech.1.js',
  ];
  return {
    version: '1.0.0',
    contract: '^1.0.0',
    shared: { react: '^19.0.0' },
    entry: `${base}remoteEntry.js`,
    initial: [`${base}static/js/screen.1.js`, `${base}static/css/screen.1.css`],
    integrity: Object.fromEntries(files.map((file) => [base + file, hash])),
    declaration,
  };
}

export const unsignedSet: UnsignedSet = {
  museumId: '*',
  sequence: 7,
  issuedAt: '2026-01-01T00:00:00.000Z',
  contract: '1.0.0',
  remotes: Object.fromEntries(Object.entries(someDeclarations).map(([name, declaration]) => [name, pinnedRemote(name, declaration)])),
};

export const visit = { museumId, exhibitionId, language: 'en', visitMode: 'guided', answers: {} } as const;
