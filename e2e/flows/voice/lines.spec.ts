import { countAlive, isMicrophoneOpen, watchDevices } from '../../test-kit/instruments.ts';
import { expect, offered, openVisit, test, untilReady, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(({ page }) => watchDevices(page));

/** What daily-js would report to its maker is stopped by the policy: the one violation that is expected. */
function expectOnlyReports(complaints: string[]) {
  expect(complaints.filter((each) => !each.includes('ingest.sentry.io'))).toEqual([]);
  complaints.length = 0;
}

for (const seconds of [1, 5, 20])
  test(`a line that is gone for ${seconds} s in the middle of a sentence: said within a second, the same call goes on`, async ({
    page,
    faults,
  }) => {
    const calls = () => faults.requests.filter((path) => path === '/api/voice/call/web').length;
    await openVisit(page, faults.origin);
    await expect(word(page)).toHaveText('Clara is speaking');
    faults.break(/./, { kind: 'reset' });
    faults.tunnels.drop();
    await expect(word(page)).toHaveText('Reconnecting...');
    expect(await isMicrophoneOpen(page)).toBe(false);
    await page.waitForTimeout(seconds * 1000);
    faults.heal();
    await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
    expect(calls()).toBe(1);
    await untilReady(page);
    await offered(page).first().click();
    await expect(word(page)).toHaveText('Clara is speaking');
  });

test('a line that is gone for 90 s: a new call that knows what was said', async ({ page, faults, complaints }) => {
  const summaries: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/voice/call/web'))
      summaries.push(request.postDataJSON().assistantOverrides.variableValues.pastTranscriptSummary ?? '');
  });
  await openVisit(page, faults.origin);
  await untilReady(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
  faults.break(/./, { kind: 'reset' });
  faults.tunnels.drop();
  await expect(word(page)).toHaveText('Reconnecting...');
  await page.waitForTimeout(90_000);
  faults.heal();
  // Nobody in the new call is at the question that was being answered: it can be asked again.
  await expect(word(page)).toHaveText('No answer yet');
  expect(summaries.at(-1)).toContain('Visitor:');
  await visit(page)
    .getByRole('button', { name: /^(Try|Ask) again$/ })
    .click();
  await expect(word(page)).toHaveText('Clara is speaking');
  expectOnlyReports(complaints);
});

test('a silent line is noticed, too', async ({ page, faults }) => {
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  faults.break(/^\/voice\/room/, { kind: 'reset' });
  faults.tunnels.stall();
  await expect(word(page)).toHaveText('Reconnecting...');
  faults.heal();
  await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
});

test('a call machine that does not load: the visitor is told, and Retry brings the guide', async ({ page, faults, complaints }) => {
  faults.break(/^\/voice\/call-machine/, { kind: '404' });
  await openVisit(page, faults.origin);
  await expect(visit(page).getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(visit(page).getByRole('heading').first()).toHaveText(
    /^Something went wrong\. The LLM (could not be reached|took too long to respond)\.$/,
  );
  faults.heal();
  await visit(page).getByRole('button', { name: 'Retry' }).click();
  await expect(word(page)).toHaveText('Clara is speaking');
  expectOnlyReports(complaints);
});

test('a guide who joins after 10.5 s comes too late: told at 10 s, and nothing of that call is left', async ({ page, faults }) => {
  faults.break(/^\/voice\/room/, { kind: 'late', ms: 10_500 });
  await openVisit(page, faults.origin);
  const asked = Date.now();
  await expect(visit(page).getByText('a moment', { exact: true })).toBeVisible();
  await expect(visit(page).getByRole('heading').first()).toHaveText('Something went wrong. The LLM took too long to respond.');
  expect(Date.now() - asked).toBeGreaterThan(9_000);
  await page.waitForTimeout(3_000);
  expect(await countAlive(page)).toMatchObject({ tracks: 0, sockets: 0, players: 0, calls: 0 });
  faults.heal();
  await visit(page).getByRole('button', { name: 'Keep waiting' }).click();
  await expect(word(page)).toHaveText('Clara is speaking');
});

test('started twice there is one call; stopped while it starts there is none', async ({ page, faults }) => {
  const calls = () => faults.requests.filter((path) => path === '/api/voice/call/web').length;
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  expect(calls()).toBe(1);
  expect((await countAlive(page)).calls).toBe(1);
  const [audio, text] = ['Audio', 'Text'].map((name) => visit(page).getByRole('tab', { name }));
  await text?.click();
  for (const waitMs of [0, 10, 40, 120, 300]) {
    await audio?.click();
    await page.waitForTimeout(waitMs);
    await text?.click();
    await expect.poll(() => countAlive(page)).toMatchObject({ tracks: 0, sockets: 0, players: 0, calls: 0 });
  }
  await audio?.click();
  await expect.poll(async () => (await countAlive(page)).calls).toBe(1);
  await expect(word(page)).toHaveText('Clara is speaking');
  expect((await countAlive(page)).calls).toBe(1);
});

test('a second tab is told who has the voice, and can take it over', async ({ page, context, faults }) => {
  await openVisit(page, faults.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  const second = await context.newPage();
  await openVisit(second, faults.origin);
  await expect(visit(second).getByRole('heading').first()).toHaveText('Clara is speaking with you in another tab');
  await visit(second).getByRole('button', { name: 'Take over here' }).click();
  await expect(word(second)).toHaveText(/Clara is speaking|Ready when you are/);
  await expect(visit(page).getByRole('heading').first()).toHaveText('Clara is speaking with you in another tab');
});
