import { expect, screenOf, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

interface Visited {
  museum: string;
  id: string;
  exhibition: string;
  screen: 'visit' | 'chat';
  answers: (language: string) => Record<string, string[]>;
  question: Record<string, string>;
}

const voice = (language: string) => ({ voice: [`${language}-1`] });
const everything = (artist: string) => (language: string) => ({
  consent: ['consent.decline'],
  artistSelection: [artist],
  expertise: ['visitorType.alone'],
  personality: ['style.interactive'],
  time: ['time.10'],
  goals: ['goal.learn'],
  ...voice(language),
});
const highlights = { en: 'What are the highlights here?', de: 'Was sind hier die Höhepunkte?', fr: 'Quels sont les incontournables ici ?' };

const visits: Visited[] = [
  {
    museum: 'Palazzo Belmonte',
    id: '6610a1b2c3d4e5f601000001',
    exhibition: '6610a1b2c3d4e5f602000001',
    screen: 'visit',
    answers: everything('artist.jacopo-savelli'),
    question: { en: 'Who painted the ceiling?', de: 'Wer hat die Decke gemalt?', fr: 'Qui a peint le plafond ?' },
  },
  {
    museum: 'Saint Aurelian’s Cathedral',
    id: '6610a1b2c3d4e5f601000002',
    exhibition: '6610a1b2c3d4e5f602000006',
    screen: 'visit',
    answers: (language) => ({ consent: ['consent.agree'], expertise: ['visitorType.kids'], time: ['time.5'], ...voice(language) }),
    question: { en: 'How old is the great window?', de: 'Wie alt ist das große Fenster?', fr: 'Quel âge a la grande verrière ?' },
  },
  {
    museum: 'Ida-Lorenthal-Archiv',
    id: '6610a1b2c3d4e5f601000003',
    exhibition: '6610a1b2c3d4e5f602000009',
    screen: 'visit',
    answers: (language) => ({
      consent: ['consent.agree'],
      personality: ['style.contemplative'],
      goals: ['goal.relax'],
      ...voice(language),
    }),
    question: { en: 'Who was Ida Lorenthal?', de: 'Wer war Ida Lorenthal?', fr: 'Qui était Ida Lorenthal ?' },
  },
  {
    museum: 'Atelier Arvieux',
    id: '6610a1b2c3d4e5f601000004',
    exhibition: '6610a1b2c3d4e5f602000012',
    screen: 'visit',
    answers: everything('artist.solange-arvieux'),
    question: { en: 'Who was Solange Arvieux?', de: 'Wer war Solange Arvieux?', fr: 'Qui était Solange Arvieux ?' },
  },
  {
    museum: 'Halden Gallery',
    id: '6610a1b2c3d4e5f601000005',
    exhibition: '6610a1b2c3d4e5f602000015',
    screen: 'visit',
    answers: (language) => ({ time: ['time.15'], ...voice(language) }),
    question: highlights,
  },
  {
    museum: 'Urania Observatory',
    id: '67f2ec09a1b2c3d4e5f60006',
    exhibition: '6610a1b2c3d4e5f602000017',
    screen: 'chat',
    answers: () => ({}),
    question: { en: 'Why does the dome turn?', de: 'Warum dreht sich die Kuppel?', fr: 'Pourquoi la coupole tourne-t-elle ?' },
  },
];

const source = { en: /^Source: /, de: /^Quelle: /, fr: /^Source\s: / };

for (const { museum, id, exhibition, screen, answers, question } of visits) {
  test(`${museum} answers in every language and names its source`, async ({ context, baseURL }) => {
    const url = baseURL ?? '';
    await rememberVisitConfig(context, { inputMode: 'text' });
    for (const language of ['en', 'de', 'fr'] as const)
      await test.step(language, async () => {
        await context.addCookies([
          { name: 'tailoringAnswers', value: encodeURIComponent(JSON.stringify(answers(language))), url },
          { name: 'museumID', value: id, url },
        ]);
        // A tab of its own, which remembers no other answer.
        const page = await context.newPage();
        await page.addInitScript((chosen) => {
          localStorage.setItem('language', chosen);
          localStorage.setItem('userChangedLanguage', 'true');
        }, language);
        await page.goto(`${screen === 'visit' ? '/visit' : '/text-chat'}?museum=${id}&collection=${exhibition}`);
        const shown = screenOf(page, screen);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page).toHaveTitle(museum);
        await shown.getByRole('textbox').fill(question[language] ?? '');
        await page.keyboard.press('Enter');
        await expect(shown.getByRole('log').getByText(source[language]).first()).toBeVisible();
        await page.close();
      });
  });
}
