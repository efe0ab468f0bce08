import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { afterAll, afterEach, beforeAll, beforeEach } from '@rstest/core';
import { createLog } from '../../http/create-log.ts';
import { patientMs, startValkey, type ValkeyServer } from '../../shared-state/testing/start-valkey.ts';
import { openValkeyState } from '../../shared-state/valkey-state.ts';

/** One Valkey for a suite, and one of its databases for each test. */
export function openValkeySite() {
  const log = createLog({ level: 'silent' });
  const closing: (() => Promise<unknown>)[] = [];
  let folder: string;
  let valkey: ValkeyServer;
  let database = 0;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'valkey-site-'));
    valkey = await startValkey(folder);
  });
  beforeEach(() => {
    database += 1;
  });
  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });
  afterAll(async () => {
    await valkey.stop();
    await rm(folder, { recursive: true });
  });
  return {
    openState: () => openValkeyState({ url: `${valkey.url}/${database}`, clock: systemClock, log, commandMs: patientMs }),
    closing,
    start: () => valkey.start(),
    stop: () => valkey.stop(),
  };
}
