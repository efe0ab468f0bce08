import { expectStill, phones, watchShifts } from '../../test-kit/instruments.ts';
import { setMicrophone } from '../../test-kit/set-microphone.ts';
import { speakLanguage } from '../../test-kit/test.ts';
import { expect, openVisit, test, visit } from '../../test-kit/voice-test.ts';

for (const phone of phones) {
  test(`the visit has no layout shift on a screen of ${phone.width} px if the microphone is denied or missing`, { tag: '@all' }, async ({
    page,
    faults,
  }) => {
    await page.setViewportSize(phone);
    await speakLanguage(page, 'de');
    const shifted = await watchShifts(page);
    const open = () => openVisit(page, faults.origin, { visitMode: 'guided' }, { voice: ['de-1'] });
    const view = (kind: string) => visit(page).locator(`[data-view="${kind}"]`);
    const press = () => visit(page).getByRole('tabpanel').getByRole('button').first().click();
    await open();
    await expect(view('permission')).toBeVisible();
    await expectStill(shifted, 'the question for the microphone');
    for (const mode of [1, 0]) await visit(page).getByRole('navigation').getByRole('button').nth(mode).click();
    await expect(view('permission')).toBeVisible();
    await expectStill(shifted, 'exploration before a call');
    await setMicrophone(page, 'denied');
    await page.reload();
    await expect(view('denied')).toBeVisible();
    await expectStill(shifted, 'a microphone that is denied');
    const title = await view('denied').getByRole('heading').textContent();
    await press();
    await expect(view('denied').getByRole('heading')).not.toHaveText(title ?? '');
    await expectStill(shifted, 'a microphone that is denied still');

    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }));
    await open();
    await expect(view('unsupported')).toBeVisible();
    await expectStill(shifted, 'a browser that cannot carry a call');
    await press();
    await expectStill(shifted, 'the link when it is copied');
  });
}
