import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { dummyHash, hashPassword, matchesPassword, passwordHashSchema } from './password.ts';

const isHash = (text: string) => passwordHashSchema.safeParse(text).success;

it('matchesPassword accepts only the same password, in any Unicode form', async () => {
  const stored = await hashPassword('caf\u00e9 Belmonte');
  expect(isHash(stored)).toBe(true);
  expect(stored).not.toContain('Belmonte');
  expect(
    await Promise.all(['caf\u00e9 Belmonte', 'cafe\u0301 Belmonte', 'cafe Belmonte', ''].map((one) => matchesPassword(one, stored))),
  ).toEqual([true, true, false, false]);
  expect(await hashPassword('caf\u00e9 Belmonte')).not.toBe(stored);
});

it('passwordHashSchema refuses scrypt costs below N=2^15, r=8 or p=1, or above the limits', () => {
  const [, , , , salt, hash] = dummyHash('').split('$');
  const costs: [string, boolean][] = [
    ['32768$8$1', true],
    ['65536$8$2', true],
    ['262144$16$4', true],
    ['16384$8$1', false],
    ['32769$8$1', false],
    ['524288$8$1', false],
    ['32768$7$1', false],
    ['32768$8$0', false],
    ['32768$8$9', false],
    ['-32768$8$1', false],
  ];
  for (const [cost, isFine] of costs) expect([cost, isHash(`scrypt$${cost}$${salt}$${hash}`)]).toEqual([cost, isFine]);
});

itHolds('passwordHashSchema and matchesPassword refuse any other text', [fc.string({ maxLength: 200 })], async (text) => {
  expect(isHash(text)).toBe(false);
  expect(await matchesPassword(text, text)).toBe(false);
});

it('dummyHash returns a hash of the same cost that no password matches', async () => {
  const dummy = dummyHash(`scrypt$65536$8$2$${'s'.repeat(22)}$${'h'.repeat(43)}`);
  expect(dummy).toMatch(/^scrypt\$65536\$8\$2\$/);
  expect(isHash(dummy)).toBe(true);
  expect(await matchesPassword('', dummy)).toBe(false);
});
