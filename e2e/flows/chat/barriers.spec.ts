import type { Page } from '@playwright/test';
import { findBarriers } from '../../test-kit/barriers.ts';
import { answers, ask, chat, expect, field, openChat, test, withoutMotion } from '../../test-kit/chat-test.ts';
import type { FaultProxy } from '../../test-kit/fault-proxy.ts';
import type { GuideService } from '../../test-kit/guide-service.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';
import type { TranscriptionService } from '../../test-kit/transcription-service.ts';

interface Kit {
  page: Page;
  guide: GuideService;
  faults: FaultProxy;
  transcription: TranscriptionService;
}

const press = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true }).click();
const rich = '## Three things\n\n1. a **lens**\n2. a `clock`\n\n> As they *said*.\n\n```\nsextant\n```\n\n---\n\nEnd.';

async function record({ page }: Kit) {
  await setMicrophone(page, 'granted');
  await press(page, 'Dictate');
  await expect(chat(page).getByRole('button', { name: 'Tap to stop recording' })).toBeVisible();
  await page.waitForTimeout(600);
}

const states: [name: string, reach: (kit: Kit) => Promise<void>][] = [
  [
    'an answer with everything in it',
    async ({ page, guide }) => {
      guide.answerWith(() => ({ chunks: [rich], sources: [{ title: 'wall text 14', document: 'text-14' }] }));
      await ask(page, 'What is there?');
      await press(page, 'Helpful');
      await press(page, 'Listen');
      await expect(chat(page).getByText('Thank you. The museum will see this.')).toBeVisible();
    },
  ],
  [
    'an answer on its way',
    async ({ page, guide }) => {
      guide.answerWith(() => ({ chunks: ['One ', 'two'], hangsAfter: 1 }));
      await ask(page, 'Count');
      await expect(answers(page)).toContainText('One');
    },
  ],
  [
    'nothing but waiting',
    async ({ page, guide }) => {
      guide.answerWith(() => ({ chunks: ['One'], delayMs: 20_000 }));
      await ask(page, 'Count');
      await expect(chat(page).getByText('Sending...')).toBeVisible();
    },
  ],
  [
    'a broken answer and a draft that is too long',
    async ({ page, faults }) => {
      faults.break(/^\/api\/chat$/, { kind: '500' });
      await ask(page, 'Count');
      await expect(chat(page).getByRole('alert')).toBeVisible();
      await field(page).fill('a'.repeat(2001));
    },
  ],
  [
    'reading aloud that failed',
    async ({ page, guide, faults }) => {
      guide.answerWith(() => ({ chunks: ['One.'] }));
      faults.break(/^\/api\/speech\//, { kind: 'refused', status: 429, code: 'too-many' });
      await ask(page, 'Count');
      await press(page, 'Listen');
      await expect(chat(page).getByRole('alert')).toBeVisible();
    },
  ],
  ['a recording', record],
  [
    'a recording without words',
    async (kit) => {
      await record(kit);
      await press(kit.page, 'Tap to stop recording');
      await expect(chat(kit.page).getByRole('button', { name: 'Record again' })).toBeVisible();
    },
  ],
  [
    'a recording that was not understood',
    async (kit) => {
      kit.transcription.setBroken(true);
      await record(kit);
      await press(kit.page, 'Tap to stop recording');
      await expect(chat(kit.page).getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  ],
  [
    'a refused microphone',
    async ({ page }) => {
      await setMicrophone(page, 'denied');
      await press(page, 'Dictate');
      await expect(chat(page).getByText('Refresh the page').first()).toBeVisible();
    },
  ],
];

for (const [name, reach] of states) {
  test(`${name} has no barrier, light and dark`, async ({ page, guide, faults, transcription }) => {
    await withoutMotion(page);
    await openChat(page);
    await reach({ page, guide, faults, transcription });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Switch to light on dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'negative');
    expect(await findBarriers(page)).toEqual([]);
  });
}
