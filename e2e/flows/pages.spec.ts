import type { Page } from '@playwright/test';
import { answers, rememberAnswers } from '../test-kit/answers.ts';
import { findBarriers, findClipped, findUnreachable } from '../test-kit/barriers.ts';
import type { Fault } from '../test-kit/fault.ts';
import { expectStill, sizes, watchShifts } from '../test-kit/instruments.ts';
import { chooseTheme } from '../test-kit/settings.ts';
import { expect, museums, speakLanguage, staircase, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

// Each page opens once. `npm run gallery -- --barriers --quick` checks each screen's views from literal props, without a site.

const visit = `museum=${museums.belmonte}&collection=${staircase}`;
const question = (id: string) => `/tailoring?${visit}&question=${id}`;
const withoutMedia = () => void Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined });

interface Place {
  name: string;
  path: string;
  breaks?: readonly [RegExp, Fault];
  input?: 'audio' | 'text';
  /** Runs before the page's own scripts. */
  begin?: () => void;
  /** Text that a screen reader gets. */
  tree: string;
  /** The control that Tab must reach. */
  action: string;
  /** The page is longer than a phone on its side. */
  isLong?: boolean;
  /** The first tier has a page of the same kind. */
  isFurther?: boolean;
}

const places: readonly Place[] = [
  {
    name: 'the code field',
    path: '/?code',
    tree: `
      - banner
      - main:
        - heading "In welchem Museum sind Sie?" [level=1]
        - list
        - textbox "Oder tippen Sie die Buchstaben darunter ein"
        - button "Öffnen"`,
    action: 'Öffnen',
  },
  {
    name: 'a museum that does not answer',
    path: `/?museum=${museums.cathedral}`,
    breaks: [/^\/api\/museums\//, { kind: '500' }],
    tree: `
      - main:
        - status:
          - heading "Das Museum ist gerade nicht erreichbar." [level=1]
          - paragraph: Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.
      - contentinfo:
        - button "Noch einmal"
        - button "Code eingeben"`,
    action: 'Noch einmal',
  },
  {
    name: 'the landing',
    path: `/collection-selection?${visit}`,
    tree: `
      - main:
        - heading "Museumsgeschichten, die zu Ihnen passen" [level=1]
        - button "Informationen"
        - button "Ausstellung auswählen"
        - region "Ausstellungen":
          - heading "Ausstellungen" [level=2]
          - group "1 von 5":
            - button "Das große Treppenhaus"`,
    action: 'Das große Treppenhaus',
    isLong: true,
  },
  {
    name: 'the landing of a single exhibition',
    path: `/collection-selection?museum=${museums.textChat}`,
    tree: `
      - region "Ausstellungen":
        - heading "Ausstellungen" [level=2]
        - button "Die Nachtwache"`,
    action: 'Die Nachtwache',
    isLong: true,
    isFurther: true,
  },
  {
    name: 'the question of consent',
    path: question('consent'),
    tree: `
      - main:
        - progressbar "Ihre Fragen"
        - heading "Dürfen wir aus Ihrem Besuch lernen?" [level=1]
        - list:
          - listitem: /anonym aufgezeichnet/
          - listitem: /nichts aufgezeichnet/
          - listitem: /vier Stunden in diesem Browser/
        - list "Dürfen wir aus Ihrem Besuch lernen?":
          - listitem:
            - button "Ja, ich stimme zu" [pressed]
          - listitem:
            - button "Nein, ohne fortfahren"`,
    action: 'Nein, ohne fortfahren',
  },
  {
    name: 'the question of many names',
    path: question('artistSelection'),
    tree: `
      - group "Über wen möchten Sie mehr erfahren?":
        - checkbox "Jacopo Savelli" [checked]`,
    action: 'Weiter',
    isFurther: true,
  },
  {
    name: 'a question of one answer',
    path: question('expertise'),
    tree: `
      - list "Mit wem sind Sie heute unterwegs?":
        - listitem:
          - button "Ich bin allein hier" [pressed]`,
    action: 'Mit Kindern',
    isFurther: true,
  },
  {
    name: 'a question of amounts',
    path: question('time'),
    tree: `
      - main:
        - progressbar "Ihre Fragen"
        - heading "Wie viel Zeit haben Sie?" [level=1]
        - list "Wie viel Zeit haben Sie?":
          - listitem:
            - button "5 Minuten"
          - listitem:
            - button "10 Minuten" [pressed]`,
    action: '15 Minuten',
  },
  {
    name: 'a question of many answers',
    path: question('goals'),
    tree: `
      - main:
        - heading "Was führt Sie her?" [level=1]
        - group "Was führt Sie her?":
          - checkbox "Etwas lernen Wer, wann und warum" [checked]
          - checkbox "Zur Ruhe kommen Langsam werden und schauen"
        - paragraph: 1 Antwort gewählt
        - button "Weiter"`,
    action: 'Weiter',
  },
  {
    name: 'the question of the voice',
    path: question('voice'),
    tree: `
      - list "Welche Stimme soll Sie begleiten?":
        - listitem:
          - button "Friederike Warm, ruhig" [pressed]
          - button "Friederike anhören"`,
    action: 'Mit Clara beginnen',
    isFurther: true,
  },
  {
    name: 'the question for the microphone',
    path: `/visit?${visit}`,
    input: 'audio',
    tree: `
      - main:
        - tabpanel "Audio":
          - heading "Damit Clara Sie hören kann" [level=1]
          - list:
            - listitem: Clara ist eine künstliche Intelligenz, kein Mensch.
            - listitem: Clara hört nur zu, während Sie die Taste halten.
            - listitem: "Der Hersteller Ihres Browsers macht aus Ihrer Sprache Text: Was Sie sagen, geht dorthin."
            - listitem: Gleich fragt Ihr Browser. Wählen Sie „Erlauben“.
          - button "Mikrofon erlauben"
          - button "Lieber schreiben"
      - navigation "Art des Besuchs":
        - button "Geführt" [pressed]`,
    action: 'Lieber schreiben',
  },
  {
    name: 'the visit in a browser that cannot carry a call',
    path: `/visit?${visit}`,
    input: 'audio',
    begin: withoutMedia,
    tree: `
      - tabpanel "Audio":
        - alert:
          - heading "Dieser Browser kann kein Gespräch führen" [level=1]
        - button "Lieber schreiben"`,
    action: 'Lieber schreiben',
    isFurther: true,
  },
  {
    name: 'the visit in writing',
    path: `/visit?${visit}`,
    input: 'text',
    tree: `
      - main:
        - tabpanel "Text":
          - heading "Das große Treppenhaus" [level=1]
          - log "Gespräch":
            - paragraph: /Ich bin Clara, ein KI-Guide/
          - textbox "Ihre Frage"
          - button "Senden"
      - navigation:
        - button "Besuch beenden"`,
    action: 'Besuch beenden',
  },
  {
    name: 'the end of a visit',
    path: `/visit?${visit}#end`,
    tree: `
      - main:
        - heading "Ihr Besuch" [level=1]
        - region "War Clara eine Hilfe?":
          - button "Ja"
          - button "Eher nicht"
        - region "Später auf einem anderen Gerät fortsetzen"
        - region "Meinen Besuch vergessen"`,
    action: 'Zurück zum Besuch',
    isLong: true,
  },
  {
    name: 'the chat',
    path: `/text-chat?museum=${museums.textChat}`,
    tree: `
      - banner:
        - heading "Vesper" [level=1]
      - main:
        - log "Gespräch":
          - paragraph: /Ich bin Vesper, der KI-Guide/
        - textbox "Ihre Frage"
        - button "Senden"`,
    action: 'Senden',
  },
  {
    name: 'a missing page',
    path: '/no/such/room',
    tree: `
      - main:
        - heading "404" [level=1]
        - heading "Dieses Schild fehlt" [level=2]
      - contentinfo:
        - 'button "Zurück: Palazzo Belmonte"'`,
    action: 'Zurück: Palazzo Belmonte',
  },
  {
    name: 'a screen that failed',
    path: `/collection-selection?${visit}`,
    breaks: [/^\/remotes\/landing\//, { kind: '404' }],
    tree: `
      - main:
        - alert:
          - heading "Dieser Raum ließ sich nicht öffnen" [level=1]
      - contentinfo:
        - button "Noch einmal"`,
    action: 'Noch einmal',
  },
];

async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  const isFocused = () => wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
  for (let press = 0; press < 30 && !(await isFocused()); press += 1) await page.keyboard.press('Tab');
  await expect(wanted, 'Tab comes to it').toBeFocused();
  await expect(wanted).toHaveCSS('outline-style', 'solid');
  await expect(wanted).toBeInViewport();
}

/** Every page opens at the size of a phone. */
const { phone: _, ...otherSizes } = sizes;
/** A phone with text at 200 %: every length in rem doubles, as on half the screen. */
const withLargeText = { width: 195, height: 422 };
const barInOneLine = { width: 361, height: 780 };

for (const { name, path, breaks, input, begin, tree, action, isLong = false, isFurther = false } of places)
  test(`${name} loads without a shift, has its accessibility tree and Tab order, fits at every size, and has no barrier`, {
    tag: isFurther ? '@all' : [],
  }, async ({ page, context, faults, baseURL }) => {
    await speakLanguage(page, 'de');
    await rememberAnswers(context, baseURL, { given: { ...answers, voice: ['de-1'] } });
    if (input) await rememberVisitConfig(context, { inputMode: input });
    if (begin) await page.addInitScript(begin);
    if (breaks) faults.break(...breaks);
    const readShifts = await watchShifts(page);
    await page.goto(path);
    await expect(page.locator('body')).toMatchAriaSnapshot(tree);
    await expectStill(readShifts, 'while it loads');
    if (input === 'audio') await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await tabTo(page, action);

    expect.soft(await findBarriers(page, { practices: true }), 'light').toEqual([]);
    await chooseTheme(page, 'negative');
    await expect(page.getByRole('button', { name: 'Anzeige und Ton' })).toBeFocused();
    expect.soft(await findBarriers(page), 'dark').toEqual([]);

    for (const size of Object.values(otherSizes)) {
      const at = `${size.width} × ${size.height}`;
      await page.setViewportSize(size);
      expect.soft(await findClipped(page), at).toEqual([]);
      expect.soft(await findUnreachable(page), at).toEqual([]);
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      if (size.height === 390 && !isLong) expect.soft(beyond, `${at} shows all of it`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(barInOneLine);
    const languages = page.getByRole('combobox', { name: 'Sprache' });
    const bar = [languages, page.getByRole('button', { name: 'Anzeige und Ton' })];
    const [language, settings] = await Promise.all(bar.map((each) => each.boundingBox()));
    expect(settings?.y, 'the bar has one line').toBe(language?.y);
    await page.setViewportSize(withLargeText);
    expect.soft(await findClipped(page), 'twice the text').toEqual([]);
    await languages.selectOption('fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    expect.soft(await findClipped(page), 'twice the text, in French').toEqual([]);
  });
