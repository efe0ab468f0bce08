import { groupState, groupWords, lead, openPhone } from '../../test-kit/group-test.ts';
import { expect, makeReady, offered, openVisit, test, untilReady, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

test('phones follow a call in their languages, through a reload of the leader', { tag: '@all' }, async ({ page, browser, faults }) => {
  await openVisit(page, faults.origin);
  await makeReady(page);
  const address = await lead(page);
  await page.keyboard.press('Escape');
  const english = await openPhone(browser, address, 'en-GB');
  const german = await openPhone(browser, address, 'de-DE');
  await expect(groupState(english.page)).toHaveText('Live');
  await expect(groupState(german.page)).toHaveText('Live');
  await expect(page.getByRole('region', { name: 'Your group' })).toContainText('2 phones follow');

  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  const said = (await visit(page).getByRole('log').locator('[data-generated]').last().textContent()) ?? '';
  const first = said.trim().split(/\s+/).slice(0, 4).join(' ');
  await expect(groupWords(english.page)).toContainText(first);
  await expect(groupWords(german.page).locator('li')).not.toHaveCount(0);
  await expect(groupWords(german.page)).not.toContainText(first);

  await untilReady(page);
  await page.reload();
  await expect(groupState(english.page)).toHaveText('Live');
  await expect(groupWords(english.page)).toContainText(first);
  await english.context.close();
  await german.context.close();
});
