import type { FaultProxy } from '../../test-kit/fault-proxy.ts';
import { createGate } from '../../test-kit/gate.ts';
import { countAlive, expectStill, isMicrophoneOpen, watchDevices, watchShifts } from '../../test-kit/instruments.ts';
import { passTime, startPageTime } from '../../test-kit/page-time.ts';
import { expect, expectOnlyReports, offered, openVisit, test, visit, word } from '../../test-kit/voice-test.ts';

test.use({ permissions: ['microphone'] });
test.beforeEach(({ page }) => watchDevices(page));

const countCalls = ({ requests }: FaultProxy) => requests.filter((path) => path === '/api/voice/call/web').length;
const nothing = { tracks: 0, sockets: 0, players: 0, calls: 0 };

for (const { seconds, tag } of [
  { seconds: 5, tag: [] },
  { seconds: 1, tag: '@all' },
  { seconds: 20, tag: '@all' },
])
  test(`the page reports a connection lost for ${seconds} s at once, and continues the same call`, { tag }, async ({ page, faults }) => {
    await startPageTime(page);
    await openVisit(page, faults.origin);
    await expect(word(page)).toHaveText('Clara is speaking');
    faults.break(/./, { kind: 'reset' });
    faults.tunnels.drop();
    await expect(word(page)).toHaveText('Reconnecting...');
    expect(await isMicrophoneOpen(page)).toBe(false);
    await passTime(page, seconds * 1_000);
    faults.heal();
    await expect(word(page)).toHaveText(/Clara is speaking|Ready when you are/);
    expect(countCalls(faults)).toBe(1);
    await page.keyboard.press('Escape');
    await expect(word(page)).toHaveText('Ready when you are');
    await offered(page).first().click();
    await expect(word(page)).toHaveText('Clara is speaking');
  });

test('the page reports a missing call machine, and Retry starts the guide', { tag: '@all' }, async ({ page, faults, complaints }) => {
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

test('the page reports a guide who has not joined after 10 s, and removes all of that call', { tag: '@all' }, async ({ page, faults }) => {
  const gate = createGate();
  faults.break(/^\/voice\/room/, { kind: 'gate', gate });
  await startPageTime(page);
  const shifted = await watchShifts(page);
  await openVisit(page, faults.origin);
  await expect.poll(() => faults.requests.some((path) => path.startsWith('/voice/room'))).toBe(true);
  const late = visit(page).getByText('Something went wrong. The LLM took too long to respond.');
  await passTime(page, 4_000);
  await expect(visit(page).getByText('a moment', { exact: true })).toBeVisible();
  await expect(late).toHaveCount(0);
  await passTime(page, 6_000);
  await expect(visit(page).getByRole('heading').first()).toHaveText('Something went wrong. The LLM took too long to respond.');
  await expectStill(shifted, 'a call that comes too late');
  gate.open();
  faults.heal();
  await expect.poll(() => countAlive(page)).toMatchObject(nothing);
  await visit(page).getByRole('button', { name: 'Keep waiting' }).click();
  await expect(word(page)).toHaveText('Clara is speaking');
});
