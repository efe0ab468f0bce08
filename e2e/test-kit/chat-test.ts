import type { Page } from '@playwright/test';
import { type GuideService, startGuideService } from './guide-service.ts';
import { startSite } from './start-site.ts';
import { expect, museums, screenOf } from './test.ts';
import { hearsBy } from './transcription-service.ts';
import { test as hearingTest } from './voice-test.ts';

interface TestFixtures {
  guide: GuideService;
}
interface WorkerFixtures {
  guideService: GuideService;
}

/** Each test sets the guide's words. */
export const test = hearingTest.extend<TestFixtures, WorkerFixtures>({
  guideService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's shape
    async ({}, use) => {
      const service = await startGuideService();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ guideService, transcriptionService }, use) => {
      const site = await startSite({ VAPI_URL: guideService.url, VAPI_PRIVATE_KEY: guideService.key, ...hearsBy(transcriptionService) });
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  guide: [
    async ({ guideService }, use) => {
      guideService.reset();
      await use(guideService);
    },
    { auto: true },
  ],
});

export { expect };

export const chat = (page: Page) => screenOf(page, 'chat');
export const field = (page: Page) => chat(page).getByRole('textbox', { name: /^(Your question|Ihre Frage|Votre question)$/ });
export const log = (page: Page) => chat(page).getByRole('log');
export const sendButton = (page: Page) => chat(page).getByRole('button', { name: 'Send', exact: true });
export const answers = (page: Page) =>
  log(page)
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Guide', exact: true }) });
/** The last announcement to assistive technology. */
export const announced = (page: Page) => chat(page).getByRole('status').last();

export async function openChat(page: Page, path = `/?museum=${museums.textChat}`): Promise<void> {
  await page.goto(path);
  await expect(field(page)).toBeVisible();
}

export async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question);
  await field(page).press('Enter');
}
