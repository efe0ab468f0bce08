import type { Page } from '@playwright/test';
import { answers, ask, chat, expect, field, openChat, test } from '../../test-kit/chat-test.ts';
import { createGate } from '../../test-kit/gate.ts';
import { buildRemote, copyScreen, pin, publish, unpin } from '../../test-kit/release.ts';
import { museums } from '../../test-kit/test.ts';

const museum = museums.textChat;

test.describe.configure({ mode: 'default' });

let version = '';
test.beforeAll(async ({ site }) => {
  const changed = copyScreen('mfe-chat', [{ file: 'texts/en.json', from: '"Ask {{guide}}"', to: '"Ask {{guide}} anything"' }]);
  version = await publish(site, 'chat', await buildRemote('chat', changed.folder));
  changed.remove();
});

const versionOf = (page: Page) => chat(page).getAttribute('data-version');
const isChanged = (page: Page) => expect(field(page)).toHaveAttribute('placeholder', /anything$/);
/** A browser sends this event when the network is back, and the page requests a new set at once. */
async function lookAgain(page: Page): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/api/compositions/'));
  await page.evaluate(() => globalThis.dispatchEvent(new Event('online')));
  expect((await answered).status()).toBeLessThan(400);
}

test('a new version replaces the screen once, after the running answer', { tag: '@all' }, async ({ page, site, guide, faults, atEnd }) => {
  const gate = createGate();
  guide.answerWith(() => ({ chunks: Array.from({ length: 8 }, (_, count) => `word${count} `), delayMs: 100, lastAfter: gate.opened }));
  await openChat(page);
  const old = await versionOf(page);
  await ask(page, 'Why does the dome turn?');
  await expect(answers(page)).toContainText('word0');
  await pin(site, museum, { name: 'chat', version, expected: null });
  atEnd(() => unpin(site, museum, 'chat'));
  atEnd(gate.open);
  await lookAgain(page);
  await expect(answers(page)).toContainText('word6');
  expect(await versionOf(page)).toBe(old);
  expect(faults.requests.filter((path) => path.startsWith(`/remotes/chat/${version}/`))).toEqual([]);

  gate.open();
  await isChanged(page);
  await expect(chat(page)).toHaveAttribute('data-version', version);
  await expect(answers(page)).toHaveText(/word0 .*word7/);
  expect(guide.asked).toHaveLength(1);
  const shown = await page.evaluate(() =>
    performance.getEntriesByName('screen-shown').map((entry) => (entry as PerformanceMeasure).detail),
  );
  expect(shown.filter(({ remote }) => remote === 'chat').map((each) => each.version)).toEqual([old, version]);
});
