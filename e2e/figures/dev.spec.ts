import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, openVisit, test, visit } from '../test-kit/voice-test.ts';
import { keepSamples } from './keep-samples.ts';

/** A copy of the checkout, and the address of the dev server that watches it. */
const { DEV_CHECKOUT: checkout = '', DEV_ORIGIN: origin = '', DEV_RUNS: runs = '', DEV_HOST: hostIs = '' } = process.env;
const draft = 'What is half a';
/** Longer than the host takes somebody to be typing after the last letter. */
const pauseMs = 2_200;

/** What a developer saves: file of the checkout → its new text from the original's, with a number that is new each time. */
interface Edit {
  name: string;
  files: Record<string, (original: string, number: number) => string>;
  /** Asked in the page at each frame. */
  isSeen(number: number): boolean;
  /** The host is made from it too: where it is built here, the page is loaded anew. */
  isOfHost?: boolean;
}

const edits: Edit[] = [
  {
    name: 'a view',
    files: { 'mfe-visit/location/location-bar.tsx': (original, number) => original.replace('>{title}<', `>{title} edit ${number}.<`) },
    isSeen: (number) => document.querySelector('h1')?.textContent?.endsWith(` edit ${number}.`) ?? false,
  },
  {
    name: 'a text',
    files: { 'mfe-visit/texts/en.json': (original, number) => original.replace('"place.back": "', `"place.back": "${number}. `) },
    isSeen: (number) => [...document.querySelectorAll('button')].some(({ textContent }) => textContent?.startsWith(`${number}. `)),
  },
  {
    name: 'a style',
    files: { 'mfe-visit/location/location-bar.module.css': (original, number) => `${original}\n.title { word-spacing: ${number}px; }\n` },
    isSeen: (number) => getComputedStyle(document.querySelector('h1') ?? document.body).wordSpacing === `${number}px`,
  },
  {
    name: 'a file of host, servers and screens',
    files: {
      'shared-contracts/ui/top-bar.tsx': (original, number) => original.replaceAll('{museum.name}<', `{museum.name} whole ${number}.<`),
      'shared-contracts/kit/json.ts': (original, number) =>
        original.replace(/^(export function \w+\(.*\{)$/m, `$1\n  void 'edit ${number}';`),
    },
    isSeen: (number) => document.querySelector('[data-remote="visit"]')?.textContent?.includes(` whole ${number}.`) ?? false,
    isOfHost: true,
  },
];

for (const { name, files, isSeen, isOfHost } of edits) {
  test(`from saving ${name} to seeing it`, async ({ page }) => {
    test.setTimeout(Number(runs) * 60_000);
    await openVisit(page, origin, { inputMode: 'text' });
    const field = visit(page).getByRole('textbox');
    const changes = Object.entries(files).map(([file, change]) => {
      const original = readFileSync(path.join(checkout, file), 'utf8');
      return { file: path.join(checkout, file), original, change };
    });
    const times: number[] = [];
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const drafts: number[] = [];
    for (let number = 1; number <= Number(runs); number += 1) {
      await expect(field).toBeVisible();
      await page.waitForLoadState('networkidle');
      await field.fill(draft);
      await page.waitForTimeout(pauseMs);
      const isAnew = isOfHost && hostIs === 'here' ? page.waitForEvent('load') : undefined;
      const see = () => page.waitForFunction(isSeen, number, { polling: 'raf', timeout: 60_000 });
      const seen = isAnew ? isAnew.then(see) : see();
      const began = performance.now();
      for (const { file, original, change } of changes) writeFileSync(file, change(original, number));
      await seen;
      times.push(performance.now() - began);
      drafts.push((await field.inputValue()) === draft ? 1 : 0);
    }
    for (const { file, original } of changes) writeFileSync(file, original);
    keepSamples(name, times);
    keepSamples(`${name}, loads`, [loads]);
    keepSamples(`${name}, drafts`, drafts);
  });
}
