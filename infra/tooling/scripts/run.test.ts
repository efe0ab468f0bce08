import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from '@rstest/core';
import { readSource, repositoryRoot } from '../testing/repository-root.ts';
import { createTestFolder } from '../testing/test-folder.ts';
import { optionNames } from './refuse-eaten-options.mjs';

const { at, write } = createTestFolder();
const { scripts } = JSON.parse(readSource('package.json')) as { scripts: Record<string, string> };

it.each(['start', 'dev'])('Ctrl-C ends `npm run %s` also if only npm gets the signal', async (name) => {
  const waiting =
    "process.on('SIGINT', () => { console.log('ended'); process.exit(); }); setInterval(() => {}, 1000); console.log('runs');";
  write('waiting.mjs', waiting);
  write('package.json', { scripts: { [name]: scripts[name]?.replace(/infra\/\S+/, 'waiting.mjs') } });
  const child = spawn('npm', ['run', '-s', name], { cwd: at(), detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  let said = '';
  for await (const part of child.stdout) {
    said += part;
    if (said === 'runs\n') child.kill('SIGINT');
  }
  await exited;
  expect(said).toBe('runs\nended\n');
});

it('a release starts in a folder of any name', () => {
  const folder = 'R#1 50%20 ü?';
  write(`${folder}/server.mjs`, readSource('infra/deploy/server.mjs'));
  write(`${folder}/infra/server/dist/site.mjs`, 'console.log(process.cwd());');
  const { stdout, stderr } = spawnSync(process.execPath, [at(folder, 'server.mjs')], { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual([`${at(folder)}\n`, '']);
});

beforeEach(() => {
  write('refuse.mjs', readSource('infra/tooling/scripts/refuse-eaten-options.mjs'));
  write('run.mjs', "import './refuse.mjs';\nconsole.log(process.argv.slice(2).join(' '));\n");
  const stubs = Object.entries(scripts).map(([name, script]) => [name, script.replace('infra/tooling/scripts/run.mjs', 'run.mjs')]);
  write('package.json', { type: 'module', scripts: Object.fromEntries(stubs) });
});

function npm(argv: readonly string[], environment: Record<string, string> = {}) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr } = spawnSync('npm', argv, { cwd: at(), encoding: 'utf8', env: { ...env, ...environment } });
  return {
    status,
    said: stdout.trim().split('\n').at(-1),
    refused: /^npm keeps (.+) for itself/m.exec(stderr)?.[1],
    line: /\n {2}(.+)/.exec(stderr)?.[1],
  };
}

it.each([
  ['run remotes list --registry http://guide.internal.test', '--registry', 'npm run remotes -- …'],
  ['run remotes operator anna --museum=6610', '--museum', 'npm run remotes -- …'],
  ['run remotes operator anna --museum 6610', '--museum', 'npm run remotes -- …'],
  ['run remotes audit --museum=', '--museum', 'npm run remotes -- …'],
  ['run remotes set --all --json', '--all, --json', 'npm run remotes -- …'],
  ['run remotes check dist --no-browser', '--browser', 'npm run remotes -- …'],
  ['run remotes rollout visit@2.0.0 --percent 5 --museum 6610', '--museum, --percent', 'npm run remotes -- …'],
  ['run dev poster --against http://127.0.0.1:8080', '--against', 'npm run dev -- …'],
  ['run guide check --museum archive', '--museum', 'npm run guide -- …'],
  ['run bench page --short', '--short', 'npm run bench -- …'],
  ['run gallery --quick', '--quick', 'npm run gallery -- …'],
  ['run release --try', '--try', 'npm run release -- …'],
  ['run unit mfe-visit -t opens', '-t', 'npm run unit -- …'],
  ['test --all', '--all', 'npm test -- …'],
  ['start --port=9000', '--port', 'npm start -- …'],
])('npm %s is refused with the options that npm keeps and the line to write', (given, refused, line) => {
  expect(npm(given.split(' '))).toMatchObject({ status: 2, refused, line });
});

// npm reads --may as -m -a -y.
it('npm run remotes token ci --may pin is refused', () => {
  expect(npm(['run', 'remotes', 'token', 'ci', '--may', 'pin'])).toMatchObject({ status: 2, line: 'npm run remotes -- …' });
});

it('run.mjs accepts npm options from .npmrc and the environment, and options after `--`', () => {
  const list = ['run', '-s', 'remotes', 'list'];
  const runs = { status: 0, said: 'remotes list', refused: undefined };
  expect(npm([...list, '--', '--registry', 'http://a.test'])).toMatchObject({ ...runs, said: 'remotes list --registry http://a.test' });
  expect(npm(list, { npm_config_ignore_scripts: 'true' })).toEqual(runs);
  expect(npm(list, { NPM_CONFIG_REGISTRY: 'http://mirror.test/' })).toEqual(runs);
  if (process.platform === 'linux') expect(npm(list, { npm_config_registry: 'http://mirror.test/' })).toEqual(runs);
  write('.npmrc', `registry = "http://\${MIRROR}/"\njson=true\nprovenance\nstore-dir=/tmp\n`);
  expect(npm(list, { MIRROR: 'mirror.test' })).toEqual(runs);
  expect(npm([...list, '--registry', 'http://guide.test/'], { MIRROR: 'mirror.test' }).refused).toBe('--registry');
});

it('optionNames lists every option of every command', () => {
  const folders = ['infra/cli', 'infra/tooling/dev', 'infra/tooling/scripts', 'infra/platform', 'infra/server/main'];
  const files = folders.flatMap((folder) => readdirSync(path.join(repositoryRoot, folder)).map((file) => `${folder}/${file}`));
  const programs = files.filter((file) => /(?<!\.test)\.(?:ts|mjs)$/.test(file));
  const found = programs.flatMap((file) => [...readSource(file).matchAll(/\b([a-z-]+)'?: (?:\{ type: '(?:string|boolean)'|boolean,)/g)]);
  const names = [...new Set(found.map(([, name = '']) => name))];
  expect(names.length).toBeGreaterThan(35);
  // npm itself answers --help.
  expect(names.filter((name) => name !== 'help' && !optionNames.includes(name.replace(/^no-/, '')))).toEqual([]);
});
