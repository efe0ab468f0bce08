import { findBarriers } from '../../test-kit/barriers.ts';
import { expect, makeReady, openVisit, talkKey, test, visit } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

test('in a call the captions lead to the passage and the picture of what is said, and the call goes on', async ({ page, faults }) => {
  await openVisit(page, faults.origin, { visitMode: 'exploration' });
  await makeReady(page);
  await visit(page).getByRole('button', { name: 'Type a question' }).click();
  await visit(page).getByRole('textbox').fill('Why is the ceiling so dark?');
  await page.keyboard.press('Enter');
  const source = visit(page).getByRole('button', { name: 'Source: wall text, Painting Salon' });
  await source.click();
  const passage = page.getByRole('dialog', { name: 'wall text, Painting Salon' });
  await expect(passage.getByText('What the answer is taken from').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(passage).toBeHidden();
  await expect(source).toBeFocused();
  await visit(page).getByRole('button', { name: 'Look at the picture: Morning driving away the night' }).click();
  await expect(page.getByRole('img', { name: /^An oval ceiling painting/ })).toBeVisible();
  expect(await findBarriers(page, { practices: true })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(talkKey(page)).toBeVisible();
});
