import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from '@rstest/core';
import { repositoryRoot } from '../checks/repository-root.ts';

it.each(['start', 'dev'])('a Ctrl-C that reaches npm alone ends what `npm run %s` runs', async (name) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'enfilade-run-'));
  const { scripts } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8'));
  const waiting =
    "process.on('SIGINT', () => { console.log('ended'); process.exit(); }); setInterval(() => {}, 1000); console.log('runs');";
  await writeFile(path.join(folder, 'waiting.mjs'), waiting);
  const script = scripts[name].replace(/infra\/\S+/, 'waiting.mjs');
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { [name]: script } }));
  const child = spawn('npm', ['run', '-s', name], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  let said = '';
  for await (const part of child.stdout) {
    said += part;
    if (said === 'runs\n') child.kill('SIGINT');
  }
  await exited;
  await rm(folder, { recursive: true });
  expect(said).toBe('runs\nended\n');
});

it('a release starts in a folder of any name', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'R#1 50%20 ü?'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(path.join(repositoryRoot, 'infra/deploy/server.mjs'), path.join(folder, 'server.mjs'));
  await mkdir(path.join(folder, 'infra/server/dist'), { recursive: true });
  await writeFile(path.join(folder, 'infra/server/dist/site.mjs'), 'console.log(process.cwd());');
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'server.mjs')], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([`${folder}\n`, '']);
});
