import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { languages, openScreen, openView, pictures, resize, screens, sizes, themes } from './literal-pages.ts';

// Both themes, all languages and five sizes. The pictures are compared with those of an earlier commit, if there are any.

test.use({ timezoneId: 'Europe/Rome' });

for (const screen of screens)
  for (const language of languages)
    for (const size of sizes)
      test(`${screen} ${language} ${size}`, async ({ page }) => {
        await resize(page, size);
        for (const state of await openScreen(page, screen)) {
          for (const theme of themes) {
            const file = [screen, state, `${language}-${theme}-${size}.png`];
            await mkdir(path.join(pictures, screen, state), { recursive: true });
            await openView(page, { screen, state, language, theme });
            const picture = await page.screenshot({ path: path.join(pictures, ...file), animations: 'disabled' });
            await test.info().attach(`${state}, ${theme}`, { body: picture, contentType: 'image/png' });
            if (process.env['GALLERY_EARLIER']) expect.soft(picture).toMatchSnapshot(file, { threshold: 0.1 });
          }
        }
      });
