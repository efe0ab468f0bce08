import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findAxeFaults } from '../test-kit/page-faults.ts';
import {
  findLost,
  findLostByForcedColors,
  findLostBySpacing,
  findLostByTextSize,
  findUnreached,
  findUnseenFocus,
} from '../test-kit/strains.ts';
import { translate } from '../test-kit/translate.ts';
import {
  awaitDrawn,
  isQuickLook,
  languages,
  openScreen,
  openView,
  pictures,
  resize,
  screens,
  showView,
  sizes,
  themes,
} from './literal-pages.ts';

// Both themes, all languages and five sizes, and a pseudo-language that tests whether texts fit. The quick form, a part of `npm test`, runs
// each check once for each view.

const phone = '390x844';
/** 400 % zoom of a window of 1280 × 1024. */
const zoomed = '320x256';
const long = 'long';

/** Lengthens every word of the page by 35 %, as a longer language would. */
async function lengthen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const longer = (words: string) => words.replace(/\p{L}+/gu, (word) => word + 'ö'.repeat(Math.round(word.length * 0.35)));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) (node as Text).data = longer((node as Text).data);
  });
}

async function findAtSize(page: Page, language: string, note: (at: string, faults: readonly string[]) => Promise<void>): Promise<void> {
  for (const size of sizes) {
    await resize(page, size);
    await awaitDrawn(page);
    await note(size, await findLost(page));
    if (language === long) continue;
    for (const theme of themes) {
      await page.evaluate((chosen) => Object.assign(document.documentElement.dataset, { theme: chosen }), theme);
      await note(`${theme}-${size}`, await findAxeFaults((script) => page.evaluate(script)));
    }
    await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'positive' }));
  }
}

/** Keyboard results are the same in every language, so one language is checked. */
async function findUnderStrain(
  page: Page,
  language: string,
  note: (at: string, faults: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const size of sizes) {
    if (language === long) break;
    await resize(page, size);
    await note(size, language === 'en' ? await findUnseenFocus(page) : await findLostBySpacing(page));
  }
  await resize(page, phone);
  if (language === 'en') await note(phone, [...(await findLostByForcedColors(page)), ...(await findUnreached(page))]);
  if (language !== long) await note(phone, await findLostByTextSize(page));
  await resize(page, zoomed);
  await note('400 % zoom', await findLost(page));
}

/** Runs fit at every size, all of axe in one theme, colours in the other theme, focus and large text on a phone. */
async function findQuickly(page: Page, state: string, note: (at: string, faults: readonly string[]) => Promise<void>): Promise<void> {
  await showView(page, state);
  for (const size of sizes) {
    await resize(page, size);
    await awaitDrawn(page);
    await note(size, await findLost(page));
  }
  const evaluate = (script: string) => page.evaluate(script);
  await note(`positive-${phone}`, await findAxeFaults(evaluate));
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { theme: 'negative' }));
  await note(`negative-${phone}`, await findAxeFaults(evaluate, ['color-contrast']));
  await note(phone, [...(await findUnseenFocus(page)), ...(await findLostByTextSize(page))]);
}

// On a translated page, each view becomes the next view, forwards and backwards.
for (const screen of screens)
  for (const language of languages)
    test(`${screen} ${language} translated`, async ({ page }) => {
      const states = await openScreen(page, screen);
      await openView(page, { screen, state: '', language, theme: 'positive' });
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      await page.evaluate(translate);
      for (const state of [...states, ...states.toReversed()]) {
        await showView(page, state, { language, changed: '' });
        expect(errors, `${screen}/${state}`).toEqual([]);
        await expect(page.locator('#page > *').first()).toBeAttached();
      }
    });

for (const screen of screens)
  for (const language of isQuickLook ? languages : [...languages, long])
    test(`${screen} ${language}`, async ({ page }) => {
      const states = await openScreen(page, screen);
      if (isQuickLook) await openView(page, { screen, state: '', language, theme: 'positive' });
      for (const state of states) {
        const note = (at: string, faults: readonly string[]) => {
          const lines = faults.map((fault) => `${screen}/${state}/${language}\t${at}\t${fault.replaceAll(/\s+/g, ' ')}\n`);
          return appendFile(path.join(pictures, 'barriers.txt'), lines.join(''));
        };
        if (isQuickLook) {
          await findQuickly(page, state, note);
          continue;
        }
        await resize(page, phone);
        await openView(page, { screen, state, language, theme: 'positive' });
        if (language === long) await lengthen(page);
        await findAtSize(page, language, note);
        await findUnderStrain(page, language, note);
      }
    });
