import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { describe, expect, it } from '@rstest/core';
import { checkContract, contractHistory } from './contract-history.ts';

const history = new Map([['1.2.0', 'a'.repeat(32)]]);

describe("a build's contract", () => {
  it("a build's contract is not doubted when number and fingerprint belong together", () => {
    expect(checkContract({ version: '1.2.0', fingerprint: 'a'.repeat(32) }, history)).toBeUndefined();
  });

  it("a build's contract is another one when only the number is known, and unknown without it", () => {
    expect(checkContract({ version: '1.2.0', fingerprint: 'b'.repeat(32) }, history)).toBe('other');
    expect(checkContract({ version: '1.3.0', fingerprint: 'a'.repeat(32) }, history)).toBe('unknown');
  });
});

describe('the history', () => {
  it('the history holds the present contracts, and nothing but versions and fingerprints', () => {
    expect([contractVersion, mountContractVersion].every((version) => contractHistory.has(version))).toBe(true);
    for (const [version, fingerprint] of contractHistory) expect(`${version} ${fingerprint}`).toMatch(/^\d+\.\d+\.\d+ [0-9a-f]{32}$/);
  });
});
