import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startPipelines } from '@enfilade/cli/testing/start-pipelines';
import { parse } from 'yaml';
import { remotes } from '../test-kit/command-line.ts';
import { startProgram } from '../test-kit/start-program.ts';
import { freePort, type RunningSite, startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'infra/remote/package.json'), 'utf8')) as { version: string };
/** A team's machine lacks this run's variables. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|ENFILADE_|DATA_DIR)/.test(name)));

const run = (cwd: string, program: string, ...args: string[]) => promisify(execFile)(program, args, { cwd, env });
const quick = ['--prefer-offline', '--no-audit', '--no-fund'];
/** The repository `poster` installs this product's packages from the site. */
const makeRepository = ({ origin }: RunningSite, cwd: string, ...kind: string[]) =>
  run(cwd, 'npx', '--yes', `--package=${origin}/registry/v1/remote-${version}.tgz`, 'enfilade', 'new', 'poster', ...kind);

type AtEnd = (end: () => unknown) => void;
const makePlace = (atEnd: AtEnd) => {
  const place = mkdtempSync(path.join(tmpdir(), 'enfilade-team-'));
  atEnd(() => rmSync(place, { recursive: true, force: true }));
  return place;
};

/** The commands of docs/a-screen-of-your-own.md, in its order. */
for (const kind of [[], ['--stock']]) {
  test(`six commands bring a screen from an empty folder to a site’s visitors ${kind.join()}`, { tag: '@all' }, async ({ page, atEnd }) => {
    const site = await startSite();
    atEnd(site.stop);
    const place = makePlace(atEnd);
    const folder = path.join(place, 'poster');
    await makeRepository(site, place, ...kind);
    await run(folder, 'npm', 'install', ...quick);
    expect(realpathSync(path.join(folder, 'node_modules/@enfilade/remote'))).not.toContain(root);

    // The program of `npm run dev -- --museum BELM`.
    const dev = await startProgram({
      args: [path.join(folder, 'node_modules/@enfilade/remote/enfilade.mjs'), 'dev', '--museum', 'BELM', '--port', '0'],
      env,
      ready: /^Start at \/poster — (\S+)$/m,
      cwd: folder,
    });
    atEnd(() => dev.end('SIGINT'));
    await page.goto(dev.ready[1] ?? '');
    await expect(screenOf(page, 'poster').getByRole('heading', { name: /^Welcome to / })).toBeVisible();
    const texts = path.join(folder, 'texts/en.json');
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('Welcome to', 'Good evening at'));
    await expect(screenOf(page, 'poster').getByRole('heading', { name: /^Good evening at / })).toBeVisible();
    await dev.end('SIGINT');
    writeFileSync(texts, readFileSync(texts, 'utf8').replace('Good evening at', 'Welcome to'));

    await run(folder, 'npm', 'run', 'check');
    const ofSite = ['--token-file', path.join(site.dataDir, 'tokens/local')];
    const { stdout } = await run(folder, 'npx', 'enfilade', 'publish', 'dist', '--name', 'poster', '--json', ...ofSite);
    const { version: published } = JSON.parse(stdout) as { version: string };
    await run(folder, 'npx', 'enfilade', 'pin', `poster@${published}`, '--museum', museums.belmonte, ...ofSite);
    await page.goto(`${site.origin}/collection-selection?museum=${museums.belmonte}`);
    await page.getByRole('button', { name: /^Poster/ }).click();
    await expect(screenOf(page, 'poster')).toHaveAttribute('data-version', published);
  });
}

interface Workflow {
  permissions: Record<string, string>;
  jobs: { publish: { steps: { uses?: string; run?: string }[] } };
}

test('the workflow of a new repository publishes a tagged version by the identity of its run', { tag: '@all' }, async ({ atEnd }) => {
  const port = await freePort();
  const site = await startSite({ PORT: port, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` });
  atEnd(site.stop);
  const pipelines = await startPipelines([site.origin]);
  atEnd(pipelines.close);
  const place = makePlace(atEnd);
  const [folder, checkout] = [path.join(place, 'poster'), path.join(place, 'checkout')];
  const [repository, workflow] = ['museum/poster', '.github/workflows/publish.yml'];
  await makeRepository(site, place);
  await run(folder, 'npm', 'install', '--package-lock-only', ...quick);
  await run(folder, 'git', 'add', '.');
  await run(folder, 'git', '-c', 'user.name=Team', '-c', 'user.email=team@example.org', 'commit', '-m', 'A poster');
  const origin = ['--repository', `https://github.com/${repository}`, '--issuer', pipelines.issuer];
  await remotes(site, 'policy', 'poster', ...origin, '--workflow', workflow);

  const { permissions, jobs } = parse(readFileSync(path.join(folder, workflow), 'utf8')) as Workflow;
  const ref = 'refs/tags/v0.2.0';
  const ofRun = { repository, workflow_ref: `${repository}/${workflow}@${ref}`, ref, sha: 'c0ffee'.padEnd(40, '0'), run_id: '1' };
  const forSteps = path.join(place, 'environment');
  writeFileSync(forSteps, '');
  for (const { uses, run: command } of jobs.publish.steps) {
    if (uses?.startsWith('actions/checkout@')) await run(place, 'git', 'clone', folder, checkout);
    else if (!uses?.startsWith('actions/setup-node@')) {
      const added = readFileSync(forSteps, 'utf8').split('\n').filter(Boolean);
      const ofStep = {
        ...(permissions['id-token'] === 'write' && pipelines.environmentOf(ofRun)),
        ...{ GITHUB_REF_NAME: 'v0.2.0', GITHUB_ENV: forSteps },
        ...Object.fromEntries(added.map((line) => line.split('='))),
      };
      await promisify(execFile)('bash', ['-e', '-c', command ?? ''], { cwd: checkout, env: { ...env, ...ofStep } });
    }
  }
  expect(await remotes(site, 'list', 'poster')).toMatchObject({ versions: [{ version: '0.2.0', actor: 'token:ci-poster' }] });
});
