import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fillScene } from '@enfilade/server/gateway/files/fill-scene';
import { houseTheme, type ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { type Page, test } from '@playwright/test';
import { findClipped } from '../test-kit/barriers.ts';
import { findFaults } from '../test-kit/page-faults.ts';
import {
  findLost,
  findLostByForcedColors,
  findLostBySpacing,
  findLostByTextSize,
  findUnreached,
  findUnseenFocus,
} from '../test-kit/strains.ts';

// Photographs every view of every screen, drawn from literal props, in both themes, all languages and five sizes. Set by
// infra/tooling/scripts/gallery.mjs: where the pages of states lie, where the pictures go, and what else is looked at.
const { GALLERY_PAGES = '', GALLERY_PICTURES = '', GALLERY_SCREENS = '', GALLERY_BARRIERS, GALLERY_QUICK } = process.env;
const site = 'http://gallery.test';
const sizes = GALLERY_QUICK ? ['390x844', '1440x900'] : ['320x568', '390x844', '844x390', '768x1024', '1440x900'];
const themes: ThemeMode[] = ['positive', 'negative'];
const languages = GALLERY_QUICK ? ['en'] : ['en', 'de', 'fr', ...(GALLERY_BARRIERS ? ['long'] : [])];
/** The literal props name pictures that only a museum has. */
const demo = path.resolve(import.meta.dirname, '../../infra/demo');
const scene = readFileSync(path.join(demo, 'scenes/venetian-room.svg'), 'utf8');
const logo = path.join(demo, 'museums/belmonte/logo.svg');

test.use({ timezoneId: 'Europe/Rome' });

async function openPages(page: Page): Promise<void> {
  await page.clock.setFixedTime('2026-11-24T10:00:00Z');
  // Nothing random is drawn differently from one commit to the next.
  await page.addInitScript(() => Object.assign(Math, { random: () => 0.5 }));
  await page.context().route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const { searchParams } = new URL(page.url(), site);
    const file = path.join(GALLERY_PAGES, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (existsSync(file)) return route.fulfill({ path: file });
    if (pathname === '/logo.svg') return route.fulfill({ path: logo });
    if (!pathname.endsWith('.svg')) return route.fulfill({ status: 404 });
    const theme = searchParams.get('theme') === 'negative' ? 'negative' : 'positive';
    return route.fulfill({ contentType: 'image/svg+xml', body: fillScene(scene, houseTheme, theme) });
  });
}

/** All is there that will be drawn: fonts, pictures, and what is drawn once the sizes are known. */
async function awaitDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].filter(({ src }) => src).map((image) => image.decode().catch(() => undefined)));
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** A language that needs 35 % more room: every word of the page, longer by as much. */
async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longer = (words: string) => words.replace(/\p{L}+/gu, (word) => word + 'ö'.repeat(Math.round(word.length * 0.35)));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) (node as Text).data = longer((node as Text).data);
  });
}

const note = (view: string, faults: readonly string[]) =>
  appendFile(path.join(GALLERY_PICTURES, 'barriers.txt'), faults.map((fault) => `${view}\t${fault.replaceAll(/\s+/g, ' ')}\n`).join(''));

/** 400 % zoom of a window of 1280 × 1024, and twice the text of a phone. */
const zoomed = { width: 320, height: 256 };
const phone = '390x844';

/** What keeps somebody from using the view as it stands, and what of it does not bear other sizes, spacing, colours, or keys. */
async function findAll(page: Page, { theme, language, size }: { theme: ThemeMode; language: string; size: string }): Promise<string[]> {
  const found = [
    ...(await findFaults((script) => page.evaluate(script))),
    ...(await findClipped(page)).map((words) => `clipped: ${words}`),
  ];
  // Nothing of what follows is another in another theme.
  if (theme === 'negative') return found;
  found.push(...(await findUnseenFocus(page)), ...(await findLostBySpacing(page)));
  if (size !== phone) return found;
  found.push(...(await findLostByTextSize(page)));
  if (language === 'en') found.push(...(await findLostByForcedColors(page)), ...(await findUnreached(page)));
  await page.setViewportSize(zoomed);
  const [width = 0, height = 0] = size.split('x').map(Number);
  found.push(...(await findLost(page)).map((each) => `400 % zoom: ${each}`));
  await page.setViewportSize({ width, height });
  return found;
}

for (const screen of GALLERY_SCREENS.split(','))
  for (const language of languages)
    for (const size of sizes)
      test(`${screen} ${language} ${size}`, async ({ page }) => {
        const [width = 0, height = 0] = size.split('x').map(Number);
        await page.setViewportSize({ width, height });
        await openPages(page);
        await page.goto(`${site}/${screen}/`);
        const states = await page.getByRole('link').allTextContents();
        for (const state of states) {
          await mkdir(path.join(GALLERY_PICTURES, screen, state), { recursive: true });
          for (const theme of themes) {
            const view = `${screen}/${state}/${language}-${theme}-${size}`;
            await page.goto(`${site}/${screen}/?state=${state}&language=${language}&theme=${theme}`);
            await page.locator('#page > *').first().waitFor({ state: 'attached' });
            if (language === 'long') await lengthen(page);
            await awaitDrawn(page);
            await page.screenshot({ path: path.join(GALLERY_PICTURES, `${view}.png`), animations: 'disabled' });
            if (GALLERY_BARRIERS) await note(view, await findAll(page, { theme, language, size }));
          }
        }
      });
