import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { Page } from '@playwright/test';
import { answers, rememberAnswers } from './answers.ts';
import { startSite } from './start-site.ts';
import { expect, screenOf, test as siteTest } from './test.ts';
import { hearsBy, startTranscriptionService, type TranscriptionService } from './transcription-service.ts';
import { rememberVisitConfig } from './visit-config.ts';

interface TestFixtures {
  transcription: TranscriptionService;
}
interface WorkerFixtures {
  transcriptionService: TranscriptionService;
}

export const test = siteTest.extend<TestFixtures, WorkerFixtures>({
  transcriptionService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const service = await startTranscriptionService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ transcriptionService }, use) => {
      const site = await startSite(hearsBy(transcriptionService));
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  transcription: [
    async ({ transcriptionService }, use) => {
      transcriptionService.reset();
      await use(transcriptionService);
    },
    { auto: true },
  ],
});

export { expect };

/** The policy blocks reports that daily-js sends to its maker, the only expected violations. */
export function expectOnlyReports(complaints: string[]): void {
  expect(complaints.splice(0).filter((each) => !each.includes('ingest.sentry.io'))).toEqual([]);
}

export const visit = (page: Page) => screenOf(page, 'visit');

/** `config` changes the stored visit configuration, `changed` the answers. */
export async function openVisit(
  page: Page,
  origin: string,
  config: Partial<VisitConfig> = {},
  changed: Partial<typeof answers> = {},
): Promise<void> {
  await rememberVisitConfig(page.context(), { visitMode: 'exploration', ...config });
  await rememberAnswers(page.context(), origin, { given: { ...answers, ...changed } });
  await page.goto(`${origin}/visit`);
  await expect(visit(page)).toBeVisible();
}

export const word = (page: Page) => visit(page).locator('p[role="status"]').first();
export const talkKey = (page: Page) => visit(page).getByRole('button', { name: 'Hold to talk, or tap once' });
export const offered = (page: Page) =>
  visit(page)
    .getByRole('list', { name: /^Questions to/ })
    .getByRole('button');

export const untilReady = (page: Page): Promise<void> => expect(word(page)).toHaveText(/^(Ready when you are|\S+ asks)$/);

/** Interrupts the guide's first words. */
export async function makeReady(page: Page): Promise<void> {
  await expect(word(page)).toHaveText('Clara is speaking');
  await page.keyboard.press('Escape');
  await untilReady(page);
}

/** From any point of its loop, the microphone's whole phrase takes 2.6 s. The remaining time is for a busy browser. */
export const wholePhraseMs = 3_500;

export async function hold(page: Page): Promise<{ release(): Promise<void> }> {
  const box = await talkKey(page).boundingBox();
  if (!box) throw new Error('The talk button has no box');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  return { release: () => page.mouse.up() };
}
