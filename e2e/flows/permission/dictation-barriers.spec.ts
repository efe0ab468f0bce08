import type { Page } from '@playwright/test';
import { expectNoBarrier } from '../../test-kit/barriers.ts';
import { chat, expect, openChat, recordedSeconds, test, withoutMotion } from '../../test-kit/chat-test.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';

const press = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true }).click();

/** Of the recorder's two keys: how many heights their circles stand at, the lines of their words, and whether 16 px stay free beside. */
const placesOf = (page: Page) =>
  chat(page)
    .locator('[data-dictation]')
    .evaluate((panel) => {
      const keys = [...panel.querySelectorAll('button')].map(({ firstElementChild: place, lastElementChild: word }) => {
        const circle = place?.firstElementChild?.getBoundingClientRect();
        const lines = document.createRange();
        if (word) lines.selectNodeContents(word);
        return { middle: circle && circle.top + circle.height / 2, left: circle?.left ?? 0, lines: lines.getClientRects().length };
      });
      const middles = new Set(keys.map(({ middle }) => Math.round(middle ?? 0))).size;
      return { middles, lines: keys.map(({ lines }) => lines), isInside: keys.every(({ left }) => left >= 16) };
    });

test('no recording has a barrier, light and dark: running, without words, not understood, refused', async ({ page, transcription }) => {
  await withoutMotion(page);
  await openChat(page);
  const stop = chat(page).getByRole('button', { name: 'Tap to stop recording' });
  transcription.setDeaf(true);
  await setMicrophone(page, 'granted');
  await press(page, 'Dictate');
  await expect(stop).toBeVisible();
  await expect(recordedSeconds(page)).toBeVisible();
  await expectNoBarrier(page, 'a recording');
  await page.setViewportSize({ width: 320, height: 568 });
  for (const language of ['de', 'fr', 'en']) {
    await page.getByRole('combobox').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect(await placesOf(page), language).toEqual({ middles: 1, lines: [1, 1], isInside: true });
  }

  await stop.click();
  await expect(chat(page).getByRole('button', { name: 'Record again' })).toBeVisible();
  await expectNoBarrier(page, 'a recording without words');

  transcription.setBroken(true);
  await press(page, 'Record again');
  await expect(recordedSeconds(page)).toBeVisible();
  await stop.click();
  await expect(chat(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoBarrier(page, 'a recording that was not understood');

  await press(page, 'Discard');
  await setMicrophone(page, 'denied');
  await press(page, 'Dictate');
  await expect(chat(page).getByText('Refresh the page').first()).toBeVisible();
  await expectNoBarrier(page, 'a refused microphone');
});
