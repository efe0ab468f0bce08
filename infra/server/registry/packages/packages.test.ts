import type { BundledPackage } from '@enfilade/shared-contracts/api/version-schemas';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseBill } from './bundled-packages.ts';
import { findDuplicates } from './duplicates.ts';
import { findPackageUsers } from './package-users.ts';

const packageOf = (name: string, version: string, modules: Record<string, number>): BundledPackage => ({
  ...{ name, version, modules },
  bytes: Object.values(modules).reduce((sum, bytes) => sum + bytes, 0),
});

describe('duplicates', () => {
  it('are modules of one version that several remotes bring, with what would be saved', () => {
    const set = new Map([
      ['landing', [packageOf('zod', '4.6.7', { a: 10, b: 5 }), packageOf('qr', '0.7.0', { a: 1 })]],
      ['visit', [packageOf('zod', '4.6.7', { a: 10, c: 7 })]],
      ['chat', [packageOf('zod', '4.6.7', { a: 8 }), packageOf('qr', '0.8.0', { a: 1 })]],
    ]);
    expect(findDuplicates(set)).toEqual([{ name: 'zod', version: '4.6.7', remotes: { landing: 10, visit: 10, chat: 8 }, spare: 18 }]);
  });

  it('are none where every module comes once, and never save more than all but the largest copy', () => {
    const modules = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(100));
    const remote = fc.array(fc.record({ name: fc.constantFrom('x', 'y'), version: fc.constantFrom('1', '2'), modules }), { maxLength: 4 });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('landing', 'visit', 'chat'), remote), (drawn) => {
        const set = new Map(
          Object.entries(drawn).map(([name, list]) => {
            const once = new Map(list.map((one) => [`${one.name}@${one.version}`, packageOf(one.name, one.version, one.modules)]));
            return [name, [...once.values()]] as const;
          }),
        );
        for (const { name, version, remotes, spare } of findDuplicates(set)) {
          const bytes = Object.values(remotes);
          expect(bytes.length).toBeGreaterThan(1);
          expect(spare).toBeLessThanOrEqual(bytes.reduce((sum, each) => sum + each, 0) - Math.max(...bytes) + 0);
          expect([...set.values()].flat().filter((one) => one.name === name && one.version === version).length).toBeGreaterThan(1);
        }
        const alone = new Map([...set].slice(0, 1));
        expect(findDuplicates(alone)).toEqual([]);
      }),
    );
  });
});

describe('who runs a package', () => {
  const running = [
    { remote: 'landing', release: '1.0.0', museums: ['*' as const], packages: [{ name: 'zod', version: '4.6.7' }] },
    { remote: 'visit', release: '2.0.0', museums: ['a'.repeat(24)], packages: [{ name: 'zod', version: '4.7.0-beta.1' }] },
  ];

  it('is asked by name or by a range, pre-releases too, and the host is one of them', () => {
    const users = (name: string, range?: string) =>
      findPackageUsers({ name, range }, [{ name: 'zod', version: '4.0.0' }], running).users.map(({ remote, version }) => [remote, version]);
    expect(users('zod')).toEqual([
      ['host', '4.0.0'],
      ['landing', '4.6.7'],
      ['visit', '4.7.0-beta.1'],
    ]);
    expect([users('zod', '4.6.7'), users('zod', '^4.6.0').length, users('zo')]).toEqual([[['landing', '4.6.7']], 2, []]);
  });
});

describe('a bill of materials', () => {
  it('of another tool is read as far as it goes, and what is none is none', () => {
    const bill = { bomFormat: 'CycloneDX', components: [{ group: '@scope', name: 'x', licenses: [{ expression: 'MIT OR ISC' }] }] };
    expect(parseBill(Buffer.from(JSON.stringify(bill)))).toEqual([
      { name: '@scope/x', version: '', licence: 'MIT OR ISC', bytes: 0, modules: {} },
    ]);
    for (const wrong of ['', '[]', '{"bomFormat":"SPDX"}', '{"bomFormat":"CycloneDX","components":[1]}'])
      expect(parseBill(Buffer.from(wrong))).toBeUndefined();
  });
});
