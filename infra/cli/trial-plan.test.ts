import { describe, expect, it } from '@rstest/core';
import { planHost, planRelease, releasesOf } from './trial-plan.ts';

const [belmonte, cathedral] = ['a'.repeat(24), 'b'.repeat(24)];
const defaults = { landing: '1.0.0', visit: '1.0.0', operator: '1.0.0' };
const museums = [
  { museumId: belmonte, versions: { ...defaults, visit: '1.1.0' }, rollouts: [] },
  { museumId: cathedral, versions: defaults, rollouts: [{ visit: '1.2.0' }] },
];

const site = { museums, defaults, ofOperators: new Set(['operator']) };

describe('a version that is to be given to museums', () => {
  it('takes the place of what each runs, and everything beside it stays', () => {
    const [round, ...more] = planRelease({ name: 'landing', version: '2.0.0' }, site);
    expect(more).toEqual([]);
    expect(round?.cells).toEqual([belmonte, cathedral].map((museumId) => ({ museumId, name: 'landing', version: '2.0.0' })));
    expect(Object.fromEntries(round?.pins.get(belmonte) ?? [])).toEqual({ landing: '2.0.0', visit: '1.1.0' });
    expect(Object.fromEntries(round?.pins.get('*') ?? [])).toEqual(defaults);
  });

  it('is pinned for all where it is the console, which belongs to no museum', () => {
    const [round] = planRelease({ name: 'operator', version: '2.0.0' }, site);
    expect(round?.pins.get('*')?.get('operator')).toBe('2.0.0');
    expect(round?.pins.get(belmonte)?.has('operator')).toBe(false);
  });
});

describe('a host that is to be given to everybody', () => {
  it('is tried with every version that a visitor may get, each museum with one at a time', () => {
    const [common, rolled, ...more] = planHost(site);
    expect(more).toEqual([]);
    expect(common?.cells).toHaveLength(6);
    expect(common?.cells).toContainEqual({ museumId: belmonte, name: 'visit', version: '1.1.0' });
    expect(rolled?.cells).toEqual([{ museumId: cathedral, name: 'visit', version: '1.2.0' }]);
    expect(rolled?.pins.get(cathedral)?.get('visit')).toBe('1.2.0');
  });

  it('needs each version once', () => {
    const needed = releasesOf(planHost(site)).map(({ name, version }) => `${name} ${version}`);
    expect(needed).toEqual(['landing 1.0.0', 'visit 1.0.0', 'operator 1.0.0', 'visit 1.1.0', 'visit 1.2.0']);
  });
});
