import type { Browser, Page } from '@playwright/test';
import { readCode } from './read-code.ts';
import { openSettings } from './settings.ts';
import { hideDeviceRecognition } from './test.ts';

/** Contains the guide's words and the group's status. */
export const groupWords = (page: Page) => page.getByRole('log');
export const groupState = (page: Page) => page.locator('main [data-state]');

/** @returns the address in the square code */
export async function lead(page: Page): Promise<string> {
  await openSettings(page);
  await page.getByRole('button', { name: 'Lead or follow a group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Groups' });
  await dialog.getByRole('button', { name: 'Lead a group', exact: true }).click();
  return readCode(dialog.getByRole('img', { name: /^Square code/ }));
}

export async function openPhone(browser: Browser, address: string, locale: string) {
  const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } });
  await hideDeviceRecognition(context);
  const page = await context.newPage();
  await page.goto(address);
  return { page, context };
}
