import type { Page } from '@playwright/test';
import { groupState, groupWords, lead, openPhone } from '../../test-kit/group-test.ts';
import { expect, makeReady, offered, openVisit, test, untilReady, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });

/** When the page first has one of these elements more, in ms since the epoch. */
const timeOfNext = (page: Page, selector: string) =>
  page.evaluate(
    (all) =>
      new Promise<number>((resolve) => {
        const count = () => document.querySelectorAll(all).length;
        const before = count();
        const observer = new MutationObserver(() => {
          if (count() === before) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
    selector,
  );

test('a phone follows a call: what the guide says aloud stands there too, in the phone’s language, through a reload of the leader', async ({
  page,
  browser,
  faults,
}) => {
  await openVisit(page, faults.origin, { visitMode: 'guided' });
  await makeReady(page);
  const address = await lead(page);
  await page.keyboard.press('Escape');
  const english = await openPhone(browser, address, 'en-GB');
  const german = await openPhone(browser, address, 'de-DE');
  await expect(groupState(english.page)).toHaveText('Live');
  await expect(groupState(german.page)).toHaveText('Live');
  await expect(page.getByRole('region', { name: 'Your group' })).toContainText('2 phones follow');

  const atLeader = timeOfNext(page, '[role="log"] [data-generated]');
  const atFollower = timeOfNext(english.page, '[role="log"] li');
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  const said = (await visit(page).getByRole('log').locator('[data-generated]').last().textContent()) ?? '';
  const first = said.trim().split(/\s+/).slice(0, 4).join(' ');
  await expect(groupWords(english.page)).toContainText(first);
  await expect(groupWords(german.page).locator('li')).not.toHaveCount(0);
  await expect(groupWords(german.page)).not.toContainText(first);
  // For who reads the output; what a machine that does other things makes of it is no fault.
  process.stdout.write(`  a group reads what is said in a call after ${(await atFollower) - (await atLeader)} ms\n`);

  await untilReady(page);
  await page.reload();
  await expect(groupState(english.page)).toHaveText('Live');
  await expect(groupWords(english.page)).toContainText(first);
  await english.context.close();
  await german.context.close();
});
