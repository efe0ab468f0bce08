import type { Page } from '@playwright/test';
import { expectStill, sizes, watchShifts } from '../../test-kit/instruments.ts';
import { expect, makeReady, openVisit, talkKey, test, visit } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

const field = (page: Page) => visit(page).getByRole('textbox');

/** The subject is in the middle third of the picture's upper three quarters. */
const hidesSubject = (page: Page) =>
  page.evaluate(() => {
    const picture = document.querySelector('main [class*="scene_frame"]')?.getBoundingClientRect();
    const sign = document.querySelector('[class*="guide-sign_disc"]')?.getBoundingClientRect();
    if (!sign) return 'nothing is seen';
    // A low phone shows words instead of the picture.
    if (innerHeight < 600 && innerWidth < innerHeight)
      return !!document.querySelector('main [class*="scene_frame"] img')?.checkVisibility();
    if (!picture?.width) return 'nothing is seen';
    const { left, width, top, height } = picture;
    const isBeside = sign.right <= left + width / 3 || sign.left >= left + (2 * width) / 3;
    return !isBeside && sign.bottom > top && sign.top < top + height * 0.75;
  });

const overKey = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (name: string) => document.querySelector(`[class*="${name}"]`)?.getBoundingClientRect();
    const [words, mode, type] = ['how-to-talk_hint', 'how-to-talk_switch', 'how-to-talk_type'].map(boxOf);
    const key = boxOf('talk-key_key');
    if (!words || !mode || !type || !key) return 'nothing is seen';
    const isOn = (box: DOMRect) => box.left < words.right && words.left < box.right && box.top < words.bottom && words.top < box.bottom;
    // The ring is drawn six pixels outside of the key.
    return { isCovered: isOn(mode) || isOn(type), touchesRing: words.bottom > key.top - 6 };
  });

const findCut = (page: Page) =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll('main button, nav button')].filter((control) => control.checkVisibility());
    const bar = document.querySelector('nav')?.getBoundingClientRect().top ?? innerHeight;
    return controls.flatMap((control) => {
      const { top, bottom } = control.getBoundingClientRect();
      const edge = control.closest('nav') ? innerHeight : bar;
      return top < edge && bottom > edge + 1 ? [control.textContent] : [];
    });
  });

test('a call covers no picture and no button at any size, and its text box moves nothing', { tag: '@all' }, async ({ page, faults }) => {
  await openVisit(page, faults.origin);
  await makeReady(page);
  await visit(page).getByRole('button', { name: 'Read that again' }).click();
  for (const size of Object.values(sizes)) {
    await page.setViewportSize(size);
    const at = `${size.width} × ${size.height}`;
    await expect(talkKey(page), at).toBeInViewport({ ratio: 1 });
    await expect.poll(() => hidesSubject(page), at).toBe(false);
    expect.soft(await overKey(page), at).toEqual({ isCovered: false, touchesRing: false });
    expect.soft(await findCut(page), at).toEqual([]);
  }
  await expect(visit(page).getByRole('log', { name: 'Conversation' }), 'beside the picture on a desk').toContainText('I am Clara');

  await page.setViewportSize({ width: 844, height: 390 });
  const shifted = await watchShifts(page);
  const keyboard = visit(page).locator('[aria-expanded]:not([aria-haspopup])');
  await keyboard.click();
  await expect(field(page)).toBeFocused();
  await expectStill(shifted, 'the box to type in');
  await keyboard.click();
  await expect(field(page)).toHaveCount(0);
  await expectStill(shifted, 'the box when it is closed');
});
