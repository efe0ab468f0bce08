import { createVisitor, enter } from '../browsers/driver.ts';
import { otherBrowsers } from '../browsers/other-browsers.ts';
import { findFaults } from '../test-kit/page-faults.ts';
import { startSite } from '../test-kit/start-site.ts';
import { expect, museums, test } from '../test-kit/test.ts';

for (const [browser, start] of otherBrowsers)
  test(`${browser} shows the cathedral in German and the chat museum without a fault`, async () => {
    const site = await startSite();
    const driver = await start();
    const look = async (station: string) => expect.soft(await findFaults(driver.evaluate), `${browser}: ${station}`).toEqual([]);
    try {
      const visitor = createVisitor(driver, site.origin);
      await visitor.open('/no/such/room');
      await driver.evaluate("void Object.assign(localStorage, { language: 'de', userChangedLanguage: 'true' })");
      await visitor.open(`/?museum=${museums.cathedral}`);
      await visitor.sees(/Ausstellung auswählen/);
      await look('landing');
      await driver.resize(320, 568);
      await look('landing at 320');
      await driver.resize(390, 844);
      await visitor.press(/^01/, /^Ja/);
      await visitor.isAt(/question=expertise/);
      await look('expertise');
      await visitor.press(/^Mit Kindern|Kinder/, /^5/);
      await visitor.isAt(/question=voice/);
      await look('voice');
      await visitor.press(/^Leonhard/, /^Mit .* beginnen$/);
      await visitor.isAt(/^\/visit/);
      await visitor.sees(/ist eine künstliche Intelligenz/);
      await look('visit');
      await visitor.press(/^Text$/);
      await visitor.writes(/^Ihre Frage$/, `Wie alt ist das große Fenster?${enter}`);
      await visitor.sees(/Quelle: /);
      await look('answer');
      await visitor.open(`/?museum=${museums.textChat}`);
      await visitor.writes(/^Ihre Frage$/, `Warum dreht sich die Kuppel?${enter}`);
      await visitor.sees(/Quelle: /);
      await look('chat');
      expect(driver.complaints).toEqual([]);
    } finally {
      await driver.close();
      await site.stop();
    }
  });
