import { declarationOf, type Files, remoteFiles, sealEntry } from './built-remote.ts';
import type { BadBuild } from './edited-builds.ts';

const withDeclaration = (change: object): Files => remoteFiles({ declaration: declarationOf('landing', change) });
const words = { en: 'A', de: 'A', fr: 'A' };
const place = { name: 'below', text: words, props: 'answer', budget: { bytes: 9_000, ms: 100 }, height: 20 };

export const badDeclarations: readonly BadBuild[] = [
  {
    what: 'a route of the server',
    files: () => withDeclaration({ routes: ['/api'] }),
    message: /takes \/api, which is the server's own; take another/,
  },
  {
    what: 'a route of two segments',
    files: () => withDeclaration({ routes: ['/a/b'] }),
    message: /not valid at "routes\.0"/,
  },
  {
    what: 'the operators’ route, for visitors',
    files: () => withDeclaration({ routes: ['/operator'] }),
    message: /is for visitors at \/operator/,
  },
  {
    what: 'a visitors’ route, for operators',
    files: () => withDeclaration({ audience: 'operators' }),
    message: /is for operators at \/landing/,
  },
  {
    what: 'a route of two words',
    files: () => withDeclaration({ routes: ['/Poster Bad'] }),
    message:
      /^The declaration is not valid at "routes\.0" \(a path is one segment .* such as \/poster\); write a correct declaration\.json/,
  },
  {
    what: 'a need that nothing provides',
    files: () => withDeclaration({ needs: ['ticket'] }),
    message: /says "ticket" in needs; write museum, /,
  },
  {
    what: 'a provided value that the screen also needs',
    files: () => withDeclaration({ needs: ['answers'], provides: 'answers' }),
    message: /provides "answers" and needs it/,
  },
  { what: 'no French title', files: () => withDeclaration({ title: { en: 'A', de: 'A' } }), message: /has no title in fr; write it/ },
  {
    what: 'an entry at an unknown place',
    files: () => withDeclaration({ entries: [{ id: 'a', place: 'roof', title: words }] }),
    message: /says "roof" in place; write landing-card, /,
  },
  {
    what: 'two entries with the same id',
    files: () => withDeclaration({ entries: [1, 2].map(() => ({ id: 'a', place: 'menu', title: words })) }),
    message: /has entry "a" twice at menu; give/,
  },
  {
    what: 'neither route nor place',
    files: () => withDeclaration({ routes: [] }),
    message: /has no route and fills no place; add a route/,
  },
  {
    what: 'an entry without a route',
    files: () => withDeclaration({ routes: [], fills: [{ slot: 'end.card', props: 'visit-end' }] }),
    message: /has entries but no route; leave entries out/,
  },
  {
    what: 'a place filled twice',
    files: () => withDeclaration({ fills: [1, 2].map(() => ({ slot: 'end.card', props: 'visit-end' })) }),
    message: /names "end\.card" twice in fills/,
  },
  {
    what: 'unknown props',
    files: () => withDeclaration({ fills: [{ slot: 'end.card', props: 'transcript' }] }),
    message: /says "transcript" in props; write answer or visit-end/,
  },
  {
    what: 'a place without a French sentence',
    files: () => withDeclaration({ slots: [{ ...place, text: { en: 'A', de: 'A' } }] }),
    message: /has no text of slot "below" in fr/,
  },
  {
    what: 'a place with too large a budget',
    files: () => withDeclaration({ slots: [{ ...place, budget: { bytes: 90_000, ms: 100 } }] }),
    message: /not valid at "slots\.0\.budget\.bytes"/,
  },
  {
    what: 'a first view over its declared budget',
    files: () => sealEntry(withDeclaration({ budget: { firstView: 100, all: 200 } })),
    message: /The first view of landing has \d+ bytes after gzip, but the limit is 100 /,
  },
];
