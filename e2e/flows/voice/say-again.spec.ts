import { listenToGuide, watchDevices } from '../../test-kit/instruments.ts';
import { expect, makeReady, offered, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(({ page }) => watchDevices(page));

const audible = 0.01;

test('in a call the guide is paused in the middle of an answer and goes on, is slower when asked to, and stays so in the next call', async ({
  page,
  faults,
}) => {
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
  await page.keyboard.press('Alt+S');
  // Once the answer was read to its end.
  expect((await call).postDataJSON().assistantOverrides.variableValues.speechRate).toBe(0.8);
  await expect.poll(() => listenToGuide(page)).toBeGreaterThan(audible);
});
