import type { ErrorFrame } from '@enfilade/shared-contracts/api/registry-schemas';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import {
  addError,
  type FoundError,
  keptMs,
  mostBrowsers,
  mostGroups,
  mostMuseums,
  placeOf,
  type StoredGroups,
  showGroup,
} from './error-groups.ts';

const belmonte = 'a'.repeat(24);
const frame = (file: string, line = 88, remote = 'visit'): ErrorFrame => ({
  remote,
  version: '1.9.0',
  file,
  line,
  column: 14,
  isMapped: true,
});
const found = (part: Partial<FoundError> = {}): FoundError => ({
  ...{ kind: 'handler', frames: [frame('ui/talk-panel.tsx')], museumId: belmonte, browser: 'Chrome 141' },
  ...part,
});
const show = (groups: StoredGroups, museumId?: string) => groups.flatMap((group) => showGroup(group, '1.9.0', museumId));

function expectBounded({ museums }: StoredGroups[number], visits: number | undefined): void {
  const parts = Object.values(museums);
  expect(parts.length).toBeLessThanOrEqual(mostMuseums + 1);
  expect(Math.max(...parts.map(({ browsers }) => Object.keys(browsers).length))).toBeLessThanOrEqual(mostBrowsers + 1);
  expect(parts.reduce((all, one) => all + one.visits, 0)).toBe(visits);
}

it('placeOf returns the innermost place in the remote’s own sources', () => {
  const host = frame('releases/page-frame.ts', 3, 'host');
  const button = frame('shared-contracts/ui/button.tsx', 40);
  const frames = [host, button, frame('node_modules/embla/x.js'), frame('ui/talk-panel.tsx'), frame('screen.tsx')];
  expect(placeOf(frames, 'visit')).toBe('ui/talk-panel.tsx:88');
  expect(placeOf([host, button], 'visit')).toBe('shared-contracts/ui/button.tsx:40');
  expect(placeOf([host], 'visit')).toBeNull();
  expect(placeOf([], 'visit')).toBeNull();
});

it('errors are counted by place, with times, museums and browsers', () => {
  let groups = addError([], 'visit', found(), 1_000);
  groups = addError(groups, 'visit', found({ kind: 'update', museumId: 'b'.repeat(24), browser: 'Safari 18' }), 5_000);
  groups = addError(groups, 'visit', found({ kind: 'hung', frames: [] }), 6_000);
  const seen = { firstSeen: '1970-01-01T00:00:01.000Z', lastSeen: '1970-01-01T00:00:05.000Z' };
  expect(show(groups)).toMatchObject([
    { place: null, kinds: ['hung'], visits: 1 },
    { place: 'ui/talk-panel.tsx:88', kinds: ['handler', 'update'], visits: 2, ...seen },
  ]);
  expect(show(groups, belmonte)[1]).toMatchObject({
    visits: 1,
    museums: [{ museumId: belmonte, visits: 1 }],
    browsers: [{ browser: 'Chrome 141', visits: 1 }],
  });
  expect(show(groups, 'c'.repeat(24))).toEqual([]);
});

it('a group is removed thirty days after its last visit', () => {
  const groups = addError(addError([], 'visit', found(), 0), 'visit', found({ frames: [frame('screen.tsx', 1)] }), keptMs + 1);
  expect(show(groups).map(({ place }) => place)).toEqual(['screen.tsx:1']);
});

it('the number of groups is limited for any errors, and remaining groups count all visits', () => {
  const any = fc.record({ line: fc.nat(80), museum: fc.nat(60), browser: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(any, { minLength: 200, maxLength: 400 }), (visits) => {
      let groups: StoredGroups = [];
      const counted = new Map<number, number>();
      for (const [at, { line, museum, browser }] of visits.entries()) {
        const isNew = !groups.some(({ place }) => place === `screen.tsx:${line}`);
        counted.set(line, (isNew ? 0 : (counted.get(line) ?? 0)) + 1);
        const error = found({ frames: [frame('screen.tsx', line)], museumId: `m${museum}`, browser: `B ${browser}` });
        groups = addError(groups, 'visit', error, at);
      }
      expect(groups.length).toBeLessThanOrEqual(mostGroups);
      for (const group of groups) expectBounded(group, counted.get(Number(group.place?.split(':')[1])));
    }),
    { numRuns: 20 },
  );
});
