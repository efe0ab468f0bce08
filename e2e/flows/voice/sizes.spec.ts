import type { Page } from '@playwright/test';
import { expectWholeAtEverySize, sizes } from '../../test-kit/every-size.ts';
import { expectStill, watchShifts } from '../../test-kit/instruments.ts';
import { expect, makeReady, openVisit, talkKey, test, visit } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

const field = (page: Page) => visit(page).getByRole('textbox');

/** Whether the guide's sign lies on what the picture shows: the middle of its upper three quarters. */
const hidesSubject = (page: Page) =>
  page.evaluate(() => {
    const picture = document.querySelector('main [class*="scene_frame"]')?.getBoundingClientRect();
    const sign = document.querySelector('[class*="guide-sign_disc"]')?.getBoundingClientRect();
    if (!picture?.width || !sign) return 'nothing is seen';
    const { left, width, top, height } = picture;
    const isBeside = sign.right <= left + width / 3 || sign.left >= left + (2 * width) / 3;
    return !isBeside && sign.bottom > top && sign.top < top + height * 0.75;
  });

test('a call and a written visit are whole at every size, and the guide’s sign hides nothing of the picture', async ({ page, faults }) => {
  await openVisit(page, faults.origin, { visitMode: 'guided' });
  await makeReady(page);
  await visit(page).getByRole('button', { name: 'Read the answer again' }).click();
  await expectWholeAtEverySize(page, talkKey(page));
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => hidesSubject(page), `${size.width} × ${size.height}`).toBe(false);
  }
  await expect(visit(page).getByRole('log', { name: 'Conversation' }), 'beside the picture on a desk').toContainText('I am Clara');
  await visit(page).getByRole('tab', { name: 'Text' }).click();
  await field(page).fill('Why is the ceiling so dark?');
  await field(page).press('Enter');
  await expect(visit(page).getByText(/^Source: /)).toBeVisible();
  await expectWholeAtEverySize(page, field(page));
});

test('on a phone on its side nothing moves when the box to type in opens', async ({ page, faults }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openVisit(page, faults.origin, { visitMode: 'guided' });
  await makeReady(page);
  const shifted = await watchShifts(page);
  const keyboard = visit(page).locator('[aria-expanded]:not([aria-haspopup])');
  await keyboard.click();
  await expect(field(page)).toBeFocused();
  await expectStill(shifted, 'the box to type in');
  await keyboard.click();
  await expect(field(page)).toHaveCount(0);
  await expectStill(shifted, 'the box when it is closed');
});
