import { contractVersion, mountContractVersion } from '@enfilade/shared-contracts/releases/contract';
import { expect, it } from '@rstest/core';
import { contractHistory } from './build-files.ts';

it('the history contains the current contracts and only versions and fingerprints', () => {
  expect([contractVersion, mountContractVersion].every((version) => contractHistory.has(version))).toBe(true);
  for (const [version, fingerprint] of contractHistory) expect(`${version} ${fingerprint}`).toMatch(/^\d+\.\d+\.\d+ [0-9a-f]{32}$/);
});
