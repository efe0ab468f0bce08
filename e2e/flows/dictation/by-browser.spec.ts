import { chat, expect, field, openChat } from '../../test-kit/chat-test.ts';
import { replaceRecogniser } from '../../test-kit/instruments.ts';
import { test } from '../../test-kit/test.ts';
import { untilQuiet } from '../../test-kit/until-quiet.ts';

// The site as it stands on a bare clone: nobody turns speech into text.
test.use({ permissions: ['microphone'] });

test('the browser writes down what is said, after it was told where the voice goes', async ({ page, faults }) => {
  await replaceRecogniser(page);
  await openChat(page);
  await chat(page).getByRole('button', { name: 'Dictate' }).click();
  await expect(
    chat(page)
      .getByText(/^Your browser writes down what you say\. It sends your voice to its maker/)
      .first(),
  ).toBeVisible();
  expect(await page.evaluate(() => 'recognising' in window)).toBe(false);
  await chat(page).getByRole('button', { name: 'Speak', exact: true }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { recognising?: string }).recognising)).toMatch(/^en/);
  await expect(chat(page).getByRole('region', { name: 'Voice recording' }).locator('[aria-hidden] > i')).toHaveCount(40);
  await chat(page).getByRole('button', { name: 'Tap to stop recording' }).click();
  await expect(field(page)).toHaveValue('Why is it dark?');
  expect(faults.requests.filter((path) => path.startsWith('/api/transcriptions'))).toEqual([]);
});

test('a browser without a recogniser is offered nothing that could not work', async ({ page, faults }) => {
  await page.addInitScript(() => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Reflect.deleteProperty(window, name);
  });
  await openChat(page);
  await untilQuiet(faults);
  await expect(chat(page).getByRole('button', { name: 'Dictate' })).toHaveCount(0);
});
