import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startProgram } from '../test-kit/start-program.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'infra/remote/package.json'), 'utf8')) as { version: string };
/** A team's machine knows nothing of this run. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|INIT_CWD|ENFILADE_|DATA_DIR)/.test(name)));

/** The commands of docs/a-screen-of-your-own.md, in its order. */
for (const kind of [[], ['--stock']]) {
  test(`six commands bring a screen from an empty folder to visitors of a running site ${kind.join()}`, { tag: '@all' }, async ({
    page,
  }) => {
    const site = await startSite();
    const place = mkdtempSync(path.join(tmpdir(), 'enfilade-team-'));
    const folder = path.join(place, 'poster');
    const run = (cwd: string, program: string, ...args: string[]) => promisify(execFile)(program, args, { cwd, env });
    try {
      await run(place, 'npx', '--yes', `--package=${site.origin}/registry/v1/remote-${version}.tgz`, 'enfilade', 'new', 'poster', ...kind);
      await run(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund');
      expect(realpathSync(path.join(folder, 'node_modules/@enfilade/remote'))).not.toContain(root);

      // What `npm run dev -- --museum BELM` runs.
      const dev = await startProgram({
        args: [path.join(folder, 'node_modules/@enfilade/remote/enfilade.mjs'), 'dev', '--museum', 'BELM', '--port', '0'],
        env,
        ready: /^Start at \/poster — (\S+)$/m,
        cwd: folder,
      });
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
    } finally {
      await site.stop();
      rmSync(place, { recursive: true, force: true });
    }
  });
}
