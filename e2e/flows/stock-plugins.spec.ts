import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { remotes, tryRemotes } from '../test-kit/command-line.ts';
import { pin, unpin } from '../test-kit/release.ts';
import type { RunningSite } from '../test-kit/start-site.ts';
import { type StockScreen, stockSettings, withStock } from '../test-kit/stock-screen.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const museum = museums.cathedral;
const plugin = '@module-federation/rsbuild-plugin';
const root = path.resolve(import.meta.dirname, '../..');
const npm = (...args: string[]) => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** Downloaded from npm once. */
async function loadPlugin(release: string): Promise<NonNullable<StockScreen['plugin']>> {
  const folder = path.join(root, '.cache/federation-plugins', release);
  if (!existsSync(path.join(folder, 'node_modules', plugin))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{}');
    npm('install', '--prefix', folder, '--no-audit', '--no-fund', '--legacy-peer-deps', `${plugin}@${release}`);
  }
  const file = createRequire(path.join(folder, 'package.json')).resolve(plugin);
  return (await import(pathToFileURL(file).href)).pluginModuleFederation;
}

/** A team may use the newest release before this repository does. */
const newest = () => [JSON.parse(npm('view', `${plugin}@2`, 'version', '--json'))].flat().at(-1) as string;

const documented = readFileSync(path.join(root, 'docs/a-screen-from-your-own-repository.md'), 'utf8');

async function useGlass(page: Page, site: RunningSite, version: string) {
  const glass = screenOf(page, 'glass');
  await pin(site, museum, { name: 'glass', version, expected: null });
  await page.goto(`/glass?museum=${museum}`);
  await glass.getByRole('button', { name: 'Pressed 0' }).click();
  await expect(glass.getByRole('button', { name: 'Pressed 1' })).toBeVisible();
  await expect(glass.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(1, 2, 3)');
}

for (const release of ['2.0.0', '2.4.0', '2.9.0', 'the newest 2.x']) {
  test(`a screen built with ${release} of the federation plugin publishes and runs`, { tag: '@all' }, async ({ page, site, atEnd }) => {
    const version = `3.${release.replace(/^2\.|\D.*$/g, '') || 99}.0`;
    const loaded = await loadPlugin(release.startsWith('the') ? newest() : release);
    await withStock({ version, plugin: loaded }, (dist) => remotes(site, 'publish', dist));
    atEnd(() => unpin(site, museum, 'glass'));
    await useGlass(page, site, version);
    expect(documented).toContain(release);
  });
}

for (const [index, [what, options]] of Object.entries(stockSettings).entries()) {
  test(`a stock build with ${what} runs with the settings that the check command lists`, { tag: '@all' }, async ({ page, site, atEnd }) => {
    const version = `4.${index}.0`;
    const { code, json } = await withStock({ version, options, isBare: true }, (dist) => tryRemotes(site, 'check', dist));
    const problems = (json['problems'] as string[]).join('\n');
    expect(code).toBe(1);
    for (const line of ['enfilade.json', 'output.assetPrefix', 'security.sri.enable', 'cssModules.localIdentName'])
      expect(problems).toContain(line);
    await withStock({ version, options }, (dist) => remotes(site, 'publish', dist));
    atEnd(() => unpin(site, museum, 'glass'));
    await useGlass(page, site, version);
  });
}
