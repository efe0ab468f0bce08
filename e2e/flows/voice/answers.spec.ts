import { endsAtItsLeft, listenToGuide, watchDevices } from '../../test-kit/instruments.ts';
import { expect, makeReady, offered, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(({ page }) => watchDevices(page));

const audible = 0.01;

test('a call’s captions are in the chosen language, and one press shows the original', { tag: '@all' }, async ({ page, faults }) => {
  await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ captionsIn: 'de' })));
  await openVisit(page, faults.origin);
  await makeReady(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  const captions = visit(page).getByRole('log', { name: 'Captions' });
  const said = captions.locator('p[lang="de"]');
  await expect(said).toContainText('Zentimeter');
  await expect(said.locator('mark').first()).toBeVisible();
  await visit(page).getByRole('button', { name: 'Original', exact: true }).click();
  await expect(captions).toContainText('centimetres');
});

test('a question in Arabic runs from right to left in a call’s captions and the transcript', { tag: '@all' }, async ({ page, faults }) => {
  const question = 'أين غرفة القمر?';
  const said = visit(page).locator('p').filter({ hasText: question });
  await openVisit(page, faults.origin);
  await makeReady(page);
  await visit(page).getByRole('button', { name: 'Type a question' }).click();
  await visit(page).getByRole('textbox').fill(question);
  await page.keyboard.press('Enter');
  await expect(word(page)).toHaveText('Clara is speaking');
  expect(await endsAtItsLeft(said)).toBe(true);
  await visit(page).getByRole('tab', { name: 'Text' }).click();
  const written = visit(page).getByRole('tabpanel', { name: 'Text' }).getByText(question);
  expect(await endsAtItsLeft(written)).toBe(true);
});

test('the guide of a call pauses within an answer, and stays slower in the next call', { tag: '@all' }, async ({ page, faults }) => {
  const key = (name: string) => visit(page).getByRole('button', { name, exact: true });
  await openVisit(page, faults.origin);
  await makeReady(page);
  await offered(page).first().click();
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(audible);
  await key('Pause').click();
  expect(await listenToGuide(page, 400)).toBeLessThan(audible);
  const read = page.waitForRequest(/\/api\/speech\//);
  await key('Go on').click();
  const rest: string = (await read).postDataJSON().text;
  await expect(visit(page).getByRole('log', { name: 'Captions' })).toContainText(rest.slice(0, 30));
  await expect(word(page)).toHaveText('Clara is speaking');
  const call = page.waitForRequest('**/api/voice/call/web');
  await key('Slower').click();
  // The next call begins after the answer.
  expect((await call).postDataJSON().assistantOverrides.variableValues.speechRate).toBe(0.8);
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(audible);
});
