import type { Page } from '@playwright/test';
import { expectNoBarrier } from '../../test-kit/barriers.ts';
import { chat, expect, openChat, recordedSeconds, test, withoutMotion } from '../../test-kit/chat-test.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';

const press = (page: Page, name: string) => chat(page).getByRole('button', { name, exact: true }).click();

test('no recording has a barrier, light and dark: running, without words, not understood, refused', async ({ page, transcription }) => {
  await withoutMotion(page);
  await openChat(page);
  const stop = chat(page).getByRole('button', { name: 'Tap to stop recording' });
  transcription.setDeaf(true);
  await setMicrophone(page, 'granted');
  await press(page, 'Dictate');
  await expect(stop).toBeVisible();
  await expect(recordedSeconds(page)).toBeVisible();
  await expectNoBarrier(page, 'a recording');

  await stop.click();
  await expect(chat(page).getByRole('button', { name: 'Record again' })).toBeVisible();
  await expectNoBarrier(page, 'a recording without words');

  transcription.setBroken(true);
  await press(page, 'Record again');
  await expect(recordedSeconds(page)).toBeVisible();
  await stop.click();
  await expect(chat(page).getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoBarrier(page, 'a recording that was not understood');

  await press(page, 'Discard');
  await setMicrophone(page, 'denied');
  await press(page, 'Dictate');
  await expect(chat(page).getByText('Refresh the page').first()).toBeVisible();
  await expectNoBarrier(page, 'a refused microphone');
});
