import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import type { RegistryState } from '../state/registry-state.ts';
import { follow, pin, publish as publishRelease, type Step, stateAfter } from '../testing/states.ts';
import { planDeltas } from './deltas.ts';

const script = 'static/js/async/screen.0123456789.js';
const texts = 'static/js/async/texts-en.0123456789.js';
function publish(name: string, version: string, bytes = 100): Step {
  const file = { bytes, integrity: `sha384-${'A'.repeat(64)}` };
  const files = { 'remoteEntry.js': file, [script]: file, [texts]: file, 'static/svg/vault.svg': file };
  return publishRelease({ name, version, initial: [script], files });
}
const start =
  (name: string, version: string): Step =>
  (state) =>
    follow(state, {
      action: 'rollout-started',
      payload: { museumId: '*', id: '00000000-0000-4000-8000-000000000001', versions: { [name]: version }, percent: 10 },
    });

const plan = (state: RegistryState, file: string) =>
  planDeltas(state)
    .filter(({ target }) => target.file === file)
    .map(
      ({ target, dictionary }) =>
        `${target.release.name} ${target.release.version} ← ${dictionary.release.name} ${dictionary.release.version}`,
    );

const visits = ['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map((version) => publish('visit', version));

it('planDeltas plans deltas between the two newest versions even without a pin', () => {
  expect(plan(stateAfter(...visits), texts)).toEqual(['visit 1.2.0 ← visit 1.3.0', 'visit 1.3.0 ← visit 1.2.0']);
});

it.each([
  ['pinned', [pin('visit', '1.0.0')]],
  ['the previous pin', [pin('visit', '1.0.0'), pin('visit', '1.3.0')]],
  ['rolled out', [pin('visit', '1.3.0'), start('visit', '1.0.0')]],
])('planDeltas plans deltas between the newest versions and a version that is %s', (_, steps) => {
  expect(plan(stateAfter(...visits, ...steps), texts)).toEqual([
    'visit 1.0.0 ← visit 1.2.0',
    'visit 1.0.0 ← visit 1.3.0',
    'visit 1.2.0 ← visit 1.0.0',
    'visit 1.2.0 ← visit 1.3.0',
    'visit 1.3.0 ← visit 1.0.0',
    'visit 1.3.0 ← visit 1.2.0',
  ]);
});

it('planDeltas uses only the landing’s first files as dictionaries for other remotes', () => {
  const state = stateAfter(publish('landing', '1.0.0'), publish('visit', '1.0.0'), publish('chat', '1.0.0'));
  for (const file of ['remoteEntry.js', script])
    expect(plan(state, file)).toEqual(['visit 1.0.0 ← landing 1.0.0', 'chat 1.0.0 ← landing 1.0.0']);
  for (const file of [texts, 'static/svg/vault.svg']) expect(plan(state, file)).toEqual([]);
});

it('planDeltas leaves out large files', () => {
  expect(plan(stateAfter(publish('visit', '1.0.0'), publish('visit', '1.1.0', 131_073)), script)).toEqual([]);
});

itHolds('planDeltas limits the deltas of a file, however many versions museums run', [fc.integer({ min: 0, max: 60 })], (museums) => {
  const versionAt = (museum: number) => [
    publish('landing', `1.${museum}.0`),
    pin('landing', `1.${museum}.0`, String(museum).padStart(24, '0')),
  ];
  const state = stateAfter(...Array.from({ length: museums }, (_, museum) => versionAt(museum)).flat());
  expect(plan(state, script).length).toBeLessThanOrEqual(8 * 7);
});
