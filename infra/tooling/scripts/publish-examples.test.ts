import { expect, it } from '@rstest/core';
import { mayPin } from './publish-examples.mjs';

const pinned = (version: string) => ({ payload: { name: 'whatson', version } });
const [build, newer] = ['0.1.0-dev.aaaaaaaa', '0.1.0-dev.bbbbbbbb'] as const;

it.each([
  ['pins the first build of an example', [], true],
  ['pins a newer build in place of an earlier one', [pinned(build)], true],
  ['pins no build twice', [pinned(build), pinned(newer)], false],
  ['keeps a named version that somebody pinned', [pinned(build), pinned('1.0.0')], false],
  ['pins no screen that somebody unpinned or left out', [pinned(build), { payload: { name: 'whatson' } }], false],
  ['ignores records of other screens', [pinned(build), { payload: { name: 'visit', version: '1.0.0' } }], true],
])('a start %s', (_, records, may) => {
  expect(mayPin(records, 'whatson', newer)).toBe(may);
});
