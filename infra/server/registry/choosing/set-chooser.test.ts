import { unsignedSetSchema } from '@enfilade/shared-contracts/releases/release-set';
import { beforeEach, expect, it } from '@rstest/core';
import type { Change } from '../actions/actions.ts';
import type { RegistryState } from '../state/registry-state.ts';
import { follow, pin, publish, publishAll } from '../testing/states.ts';
import { createSetChooser } from './set-chooser.ts';

const belmonte = 'a'.repeat(24);
const cathedral = 'b'.repeat(24);
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const entry = { bytes: 1, integrity: `sha384-${'A'.repeat(64)}` };
const release = { shared: { react: '^19.3.0' }, files: { 'remoteEntry.js': entry } };

let state: RegistryState;
function record(change: Change): void {
  state = follow(state, change);
}
const grant = (id: number, version: string): Change => ({
  action: 'grant-issued',
  payload: { id: uuid(id), remote: 'visit', version, museumId: belmonte, minutes: 10 },
});
const startRollout = (percent: number): Change => ({
  action: 'rollout-started',
  payload: { museumId: '*', id: uuid(99), versions: { visit: '1.1.0' }, percent },
});

beforeEach(() => {
  state = pin('visit', '1.0.0')(publishAll(['visit'], ['1.0.0', '1.1.0', '1.2.0'], release));
});

it('chooseSet creates each distinct set once for all visitors and museums', () => {
  record(startRollout(50));
  const { chooseSet: choose } = createSetChooser(() => state);
  const sets = [belmonte, cathedral, '*'].flatMap((museumId) =>
    Array.from({ length: 100 }, (_, at) => choose({ museumId, visitorId: `visitor-${at}`, grants: [], avoid: [], now: 0 })),
  );
  expect(new Set(sets).size).toBe(2);
  expect(new Set(sets.map(({ remotes }) => remotes['visit']?.version))).toEqual(new Set(['1.0.0', '1.1.0']));
  for (const set of new Set(sets)) expect(unsignedSetSchema.parse(set)).toMatchObject({ museumId: '*', sequence: 5 });
});

it('chooseSet reuses a set after publishes, grants and logins, and creates a new set after a rollout or halt', () => {
  const { chooseSet: choose, releaseSet } = createSetChooser(() => state);
  const ask = () => choose({ museumId: belmonte, visitorId: 'somebody', grants: [], avoid: [], now: 0 });
  const before = ask();
  record(grant(1, '1.2.0'));
  state = publish({ ...release, name: 'visit', version: '1.3.0' })(state);
  record({ action: 'operator-logged-in', payload: { name: 'rossi' } });
  expect([ask(), releaseSet(belmonte)].every((set) => set === before)).toBe(true);
  record(startRollout(100));
  expect(ask()).toMatchObject({ sequence: 8, remotes: { visit: { version: '1.1.0' } } });
  record({ action: 'rollout-halted', payload: { museumId: '*', id: uuid(99), reason: 'failures' } });
  expect(ask()).toEqual({ ...before, sequence: 9, issuedAt: new Date(8_000).toISOString() });
});

it('chooseSet gives an unknown visitor only rollouts to 100 %', () => {
  const { chooseSet: choose } = createSetChooser(() => state);
  const version = () => choose({ museumId: belmonte, grants: [], avoid: [], now: 0 }).remotes['visit']?.version;
  record(startRollout(99.99));
  expect(version()).toBe('1.0.0');
  record({ action: 'rollout-changed', payload: { museumId: '*', id: uuid(99), percent: 100 } });
  expect(version()).toBe('1.1.0');
});

it('chooseSet uses the newest of several grants, whatever their order in the request', () => {
  record(grant(2, '1.1.0'));
  record(grant(1, '1.2.0'));
  const { chooseSet: choose } = createSetChooser(() => state);
  for (const grants of [
    [uuid(1), uuid(2)],
    [uuid(2), uuid(1), uuid(2)],
  ])
    expect(choose({ museumId: belmonte, grants, avoid: [], now: 0 }).remotes['visit']?.version).toBe('1.2.0');
});

it('the set of a grant belongs to the museum, and unknown grants and grants of other museums are ignored', () => {
  record(grant(1, '1.2.0'));
  const { chooseSet: choose } = createSetChooser(() => state);
  expect(choose({ museumId: belmonte, grants: [uuid(1)], avoid: [], now: 0 }).museumId).toBe(belmonte);
  const common = choose({ museumId: cathedral, grants: [], avoid: [], now: 0 });
  expect(common.museumId).toBe('*');
  for (const museumId of [cathedral, '*', 'c'.repeat(24)])
    expect(choose({ museumId, grants: [uuid(1), uuid(7), ''], avoid: [], now: 0 })).toBe(common);
});

it('a set lists the versions of grants with their ends', () => {
  record(grant(1, '1.1.0'));
  record(grant(2, '1.2.0'));
  const { chooseSet: choose } = createSetChooser(() => state);
  const ask = (grants: string[], now = 0) => choose({ museumId: belmonte, grants, avoid: [], now });
  const until = (issuedAt: number) => new Date(issuedAt + 10 * 60_000).toISOString();
  expect(ask([uuid(1)]).grants).toEqual([{ remote: 'visit', version: '1.1.0', expiresAt: until(4_000) }]);
  expect(ask([uuid(1), uuid(2)]).grants).toEqual([{ remote: 'visit', version: '1.2.0', expiresAt: until(5_000) }]);
  expect(ask([uuid(1)])).toBe(ask([uuid(1)]));
  for (const set of [ask([]), ask([uuid(7)]), ask([uuid(1)], Date.parse(until(4_000)))]) expect(set).not.toHaveProperty('grants');
});

const asker = (choose: ReturnType<typeof createSetChooser>['chooseSet']) => (avoid: string[], museumId: string) =>
  choose({ museumId, grants: [], avoid: avoid.map((version) => ({ remote: 'visit', version })), now: 0 });

it('a visitor for whom the default version failed gets the version before at every museum with the default', () => {
  state = pin('visit', '1.1.0')(state);
  const ask = asker(createSetChooser(() => state).chooseSet);
  for (const museumId of [belmonte, '*']) {
    expect(ask(['1.1.0'], museumId)).toMatchObject({ museumId: '*', sequence: 5, remotes: { visit: { version: '1.0.0' } } });
    expect(ask(['1.1.0', '1.0.0'], museumId).remotes['visit']?.version).toBe('1.1.0');
  }
  expect(ask(['1.1.0'], belmonte)).toBe(ask(['1.1.0'], cathedral));
  state = pin('visit', '1.2.0')(state);
  expect(ask(['1.1.0'], belmonte)).toMatchObject({ sequence: 6, remotes: { visit: { version: '1.2.0' } } });
});

it('a failed version that no visitor gets changes nothing, whatever its name', () => {
  const ask = asker(createSetChooser(() => state).chooseSet);
  const common = ask([], belmonte);
  for (const version of ['1.2.0', '9.9.9', '__proto__', '']) expect(ask([version], belmonte)).toBe(common);
});

it('the number of cached sets with grants is limited', () => {
  for (let id = 1_000; id < 1_502; id += 1) record(grant(id, '1.1.0'));
  const { chooseSet: choose } = createSetChooser(() => state);
  const ask = (id: number) => choose({ museumId: belmonte, grants: [uuid(id)], avoid: [], now: 0 });
  const common = choose({ museumId: belmonte, grants: [], avoid: [], now: 0 });
  const first = ask(1_000);
  for (let id = 1_001; id < 1_500; id += 1) ask(id);
  expect(ask(1_000)).toBe(first);
  for (let id = 1_001; id < 1_502; id += 1) ask(id);
  expect(ask(1_000)).not.toBe(first);
  expect(choose({ museumId: belmonte, grants: [], avoid: [], now: 0 })).toBe(common);
});
