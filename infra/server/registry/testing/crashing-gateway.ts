import { writeSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { remoteFiles, writeBuild } from './built-remote.ts';
import { openOwnRegistry, silentLog } from './temporary-registry.ts';

/** Makes each kind of change in its own museum, prints the begin and end of each step, and waits at the given step for the kill. */
const [, , dataDir = '', round = '', lastStep = '', databaseUrl] = process.argv;
const actor = 'tests';
const museumId = round.padStart(24, '0');
const version = `1.${round}.0`;
const versions = { landing: version };
const registry = await openOwnRegistry({ dataDir, databaseUrl, clock: systemClock, log: silentLog });
const before = registry.releaseSet('*');
const folder = await writeBuild(path.join(dataDir, '..', `build-${version}`), remoteFiles({ version }));
let rollout = '';

const steps: Record<string, () => Promise<unknown>> = {
  'version-published': () => registry.publish({ name: 'landing', folder, actor }),
  'rollout-started': async () => {
    rollout = (await registry.startRollout({ museumId, versions, percent: 10, actor })).id;
  },
  'rollout-changed': () => registry.changeRollout({ museumId, id: rollout, percent: 50, actor }),
  'rollout-halted': () => registry.haltRollout({ museumId, id: rollout, reason: 'operator', actor }),
  'pin-set': () => registry.pin({ museumId, name: 'landing', version, expected: null, actor }),
  'rolled-back': () => registry.rollBack({ museumId, toSequence: before.sequence, actor }),
};

// A buffer would be lost with the process.
const say = (line: string) => writeSync(1, `${line}\n`);
for (const [step, take] of Object.entries(steps)) {
  say(`begin ${step}`);
  await take();
  say(`done ${step}`);
  if (step === lastStep) break;
}
setInterval(() => {}, 1_000);
