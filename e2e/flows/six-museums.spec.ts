import { expect, screenOf, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

interface Visited {
  museum: string;
  id: string;
  exhibition: string;
  screen: 'visit' | 'chat';
  answers: Record<string, string[]>;
  question: string;
}

const voice = { voice: ['de-1'] };
const everything = (artist: string) => ({
  consent: ['consent.decline'],
  artistSelection: [artist],
  expertise: ['visitorType.alone'],
  personality: ['style.interactive'],
  time: ['time.10'],
  goals: ['goal.learn'],
  ...voice,
});
const visits: Visited[] = [
  {
    museum: 'Palazzo Belmonte',
    id: '6610a1b2c3d4e5f601000001',
    exhibition: '6610a1b2c3d4e5f602000001',
    screen: 'visit',
    answers: everything('artist.jacopo-savelli'),
    question: 'Wer hat die Decke gemalt?',
  },
  {
    museum: 'Saint Aurelian’s Cathedral',
    id: '6610a1b2c3d4e5f601000002',
    exhibition: '6610a1b2c3d4e5f602000006',
    screen: 'visit',
    answers: { consent: ['consent.agree'], expertise: ['visitorType.kids'], time: ['time.5'], ...voice },
    question: 'Wie alt ist das große Fenster?',
  },
  {
    museum: 'Ida-Lorenthal-Archiv',
    id: '6610a1b2c3d4e5f601000003',
    exhibition: '6610a1b2c3d4e5f602000009',
    screen: 'visit',
    answers: { consent: ['consent.agree'], personality: ['style.contemplative'], goals: ['goal.relax'], ...voice },
    question: 'Wer war Ida Lorenthal?',
  },
  {
    museum: 'Atelier Arvieux',
    id: '6610a1b2c3d4e5f601000004',
    exhibition: '6610a1b2c3d4e5f602000012',
    screen: 'visit',
    answers: everything('artist.solange-arvieux'),
    question: 'Wer war Solange Arvieux?',
  },
  {
    museum: 'Halden Gallery',
    id: '6610a1b2c3d4e5f601000005',
    exhibition: '6610a1b2c3d4e5f602000015',
    screen: 'visit',
    answers: { time: ['time.15'], ...voice },
    question: 'Was sind hier die Höhepunkte?',
  },
  {
    museum: 'Urania Observatory',
    id: '67f2ec09a1b2c3d4e5f60006',
    exhibition: '6610a1b2c3d4e5f602000017',
    screen: 'chat',
    answers: {},
    question: 'Warum dreht sich die Kuppel?',
  },
];

test('each of the six museums answers a question in German and names its source', async ({ context, baseURL: url = '' }) => {
  await rememberVisitConfig(context, { inputMode: 'text' });
  await context.addInitScript(() => Object.assign(localStorage, { language: 'de', userChangedLanguage: 'true' }));
  for (const { museum, id, exhibition, screen, answers, question } of visits)
    await test.step(museum, async () => {
      const cookies = { tailoringAnswers: encodeURIComponent(JSON.stringify(answers)), museumID: id };
      await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
      // A tab of its own, which remembers no other answer.
      const page = await context.newPage();
      await page.goto(`${screen === 'visit' ? '/visit' : '/text-chat'}?museum=${id}&collection=${exhibition}`);
      const shown = screenOf(page, screen);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await expect(page).toHaveTitle(museum);
      await shown.getByRole('textbox').fill(question);
      await page.keyboard.press('Enter');
      await expect(
        shown
          .getByRole('log')
          .getByText(/^Quelle: /)
          .first(),
      ).toBeVisible();
      await page.close();
    });
});
