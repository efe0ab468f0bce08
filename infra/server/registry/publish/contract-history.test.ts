import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { expect, it } from '@rstest/core';
import { checkContract, contractHistory } from './contract-history.ts';

const history = new Map([['1.2.0', 'a'.repeat(32)]]);

it('a contract passes with its recorded fingerprint, is `other` with another fingerprint and `unknown` with an unrecorded number', () => {
  expect(checkContract({ version: '1.2.0', fingerprint: 'a'.repeat(32) }, history)).toBeUndefined();
  expect(checkContract({ version: '1.2.0', fingerprint: 'b'.repeat(32) }, history)).toBe('other');
  expect(checkContract({ version: '1.3.0', fingerprint: 'a'.repeat(32) }, history)).toBe('unknown');
});

it('the history contains the current contracts and only versions and fingerprints', () => {
  expect([contractVersion, mountContractVersion].every((version) => contractHistory.has(version))).toBe(true);
  for (const [version, fingerprint] of contractHistory) expect(`${version} ${fingerprint}`).toMatch(/^\d+\.\d+\.\d+ [0-9a-f]{32}$/);
});
