import { writeSync } from 'node:fs';
import path from 'node:path';
import { openRegistry } from '../open-registry.ts';
import { remoteFiles, writeBuild } from './built-remote.ts';
import { createTickingClock, silentLog } from './temporary-registry.ts';

/** Publishes and pins without end and says on its output what was acknowledged, until it is killed. */
const [, , dataDir = '', round = ''] = process.argv;
const actor = 'tests';
const registry = await openRegistry({ dataDir, clock: createTickingClock(), log: silentLog });
// Straight to the pipe: what was said must not wait in a buffer that dies with the process.
const say = (line: string) => writeSync(1, `${line}\n`);
const { landing } = registry.releaseSet('*').remotes;
let expected = landing?.version ?? null;
say('open');
for (let patch = 0; ; patch++) {
  const version = `1.${round}.${patch}`;
  const folder = await writeBuild(path.join(dataDir, '..', `build-${version}`), remoteFiles({ version }));
  await registry.publish({ name: 'landing', folder, actor });
  say(`published ${version}`);
  await registry.pin({ museumId: '*', name: 'landing', version, expected, actor });
  say(`pinned ${version}`);
  expected = version;
}
