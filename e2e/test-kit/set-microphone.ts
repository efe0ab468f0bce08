import type { Page } from '@playwright/test';

/** What the visitor has decided about the microphone; in a page of the site that asks. */
export async function setMicrophone(page: Page, setting: 'granted' | 'denied' | 'prompt'): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  const { browserContextId } = targetInfo;
  await session.send('Browser.setPermission', {
    permission: { name: 'microphone' },
    setting,
    origin: new URL(page.url()).origin,
    ...(browserContextId && { browserContextId }),
  });
}

/** From the next load on getUserMedia fails as the browser of that visitor would. */
export const failMicrophone = (page: Page, name: string) =>
  page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('as this visitor’s browser says it', error));
  }, name);
