import type { Page } from '@playwright/test';

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
