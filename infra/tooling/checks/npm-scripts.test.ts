import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@rstest/core';
import { repositoryRoot } from './repository-root.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'enfilade-scripts-'));
});
afterEach(() => rm(folder, { recursive: true }));

const npm = (...args: string[]) => spawn('npm', args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const part of stream) text += part;
  return text;
}

describe('npm', () => {
  it.each(['start', 'dev'])('hands a Ctrl-C that reaches it alone to what `npm run %s` runs', async (name) => {
    const { scripts } = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8'));
    const waiting =
      "process.on('SIGINT', () => { console.log('ended'); process.exit(); }); setInterval(() => {}, 1000); console.log('runs');";
    await writeFile(path.join(folder, 'waiting.mjs'), waiting);
    const script = scripts[name].replace(/infra\/\S+/, 'waiting.mjs');
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { [name]: script } }));
    const child = npm('run', '-s', name);
    const exited = once(child, 'exit');
    let said = '';
    for await (const part of child.stdout) {
      said += part;
      if (said === 'runs\n') child.kill('SIGINT');
    }
    await exited;
    expect(said).toBe('runs\nended\n');
  });

  it.each([
    ['remotes.mjs', [], /^Usage: npm run remotes -- COMMAND\n\nlist /],
    ['remotes.mjs', ['pin'], /^Usage: npm run remotes -- pin NAME@VERSION/],
    ['dev.mjs', [], /^Usage: npm run dev \[-- NAME\]\n/],
  ])('gets the help of %s %j before anything is installed or built', async (script, args, usage) => {
    for (const file of ['infra/cli/help.mjs', 'infra/tooling/dev/help.mjs', `infra/tooling/scripts/${script}`])
      await cp(path.join(repositoryRoot, file), path.join(folder, file));
    const child = spawn(process.execPath, [path.join(folder, 'infra/tooling/scripts', script), ...args, '--help'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    expect(await textOf(child.stdout)).toMatch(usage);
    expect(await exited).toEqual([0, null]);
  });
});
