import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from '@rstest/core';
import { folderOfEachTest } from '../../database/testing/of-each-test.ts';
import { createMemoryState } from '../../shared-state/shared-state.ts';
import { patientClock as clock, silentLog } from '../testing/temporary-registry.ts';
import { openPrivateFolder } from './artifact-store.ts';
import { openHostBuilds } from './earlier-releases.ts';

const root = folderOfEachTest();
let kept: ReturnType<typeof createMemoryState>;
beforeEach(() => {
  kept = createMemoryState({ clock });
});

const script = (build: string) => `static/js/index.${build}.js`;

async function start(build: string, { files = openPrivateFolder(root()), late = {} } = {}) {
  const hostDir = root(build);
  for (const file of [script(build), `${script(build)}.br`, 'static/font/same.1.woff2', 'index.html', 'private/maps/index.map']) {
    await mkdir(path.dirname(path.join(hostDir, file)), { recursive: true });
    await writeFile(path.join(hostDir, file), file.includes('same') ? 'same' : `${file} of ${build}`);
  }
  return openHostBuilds({ hostDir, late, files, kept, log: silentLog });
}
const read = async (gateway: Awaited<ReturnType<typeof start>>, file: string) => {
  const found = await gateway.find(file);
  return found && String(await found.read(found.path));
};

it('gateways of two releases serve the host’s files of both, whichever started first', async () => {
  const older = await start('a');
  const newer = await start('b');
  expect(await read(newer, script('a'))).toBe('static/js/index.a.js of a');
  expect(await read(older, script('b'))).toBe('static/js/index.b.js of b');
  const found = await older.find(script('b'));
  expect(String(await found?.read(found?.brotliPath ?? ''))).toBe('static/js/index.b.js.br of b');
});

it('host builds do not serve source maps, .br files by name or unknown names', async () => {
  const gateway = await start('a');
  for (const file of ['private/maps/index.map', `${script('a')}.br`, script('b'), '__proto__', 'constructor'])
    expect([file, await gateway.find(file)]).toEqual([file, undefined]);
});

it('the last three started builds of the host are kept, with the files they share with removed builds', async () => {
  for (const build of ['a', 'b', 'c', 'a', 'd']) await start(build);
  const gateway = await start('d');
  expect(await read(gateway, script('b'))).toBeUndefined();
  for (const build of ['a', 'c', 'd']) expect(await read(gateway, script(build))).toBeDefined();
  expect(await read(gateway, 'static/font/same.1.woff2')).toBe('same');
  // Three files of each of three builds, and one shared file.
  expect(await readdir(root('.private'))).toHaveLength(10);
});

it('files that the server adds to a build are kept for each of their contents', async () => {
  for (const text of ['earlier', 'later']) await start('a', { late: { [`voice/call-machine.${text}.js`]: Buffer.from(text) } });
  const gateway = await start('b');
  for (const text of ['earlier', 'later']) expect(await read(gateway, `voice/call-machine.${text}.js`)).toBe(text);
});

it('leftover files of the system do not make a new build', async () => {
  await start('b');
  await start('a');
  await writeFile(root('a/.DS_Store'), 'Finder');
  await start('a');
  expect(await read(await start('c'), script('b'))).toBeDefined();
});

it('a start restores lost files of the host', async () => {
  await start('a');
  await rm(root('.private'), { recursive: true });
  expect(await read(await start('a'), script('a'))).toBeDefined();
});

it('a gateway starts even if storing the host’s files fails', async () => {
  const files = { ...openPrivateFolder(root()), put: () => Promise.reject(new Error('full')) };
  const gateway = await start('a', { files });
  expect(await gateway.find(script('a'))).toBeUndefined();
});
