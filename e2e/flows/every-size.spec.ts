import type { Page } from '@playwright/test';
import { answers } from '../test-kit/answers.ts';
import { findBarriers, findClipped, findUnreachable } from '../test-kit/barriers.ts';
import { expect, museums, screenOf, staircase, test } from '../test-kit/test.ts';

/** A small phone, one on its side, a tablet, a desk and a large one. */
const sizes = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
const desk = { width: 1440, height: 900 };

const visit = `museum=${museums.belmonte}&collection=${staircase}`;
const question = (id: string) => `/tailoring?${visit}&question=${id}`;

interface View {
  name: string;
  path: string;
  text: string | RegExp;
  /** More than a phone on its side shows at once. */
  isLong?: boolean;
  breaks?: RegExp;
}
const views: readonly View[] = [
  { name: 'the code field', path: '/?code', text: /In welchem Museum/ },
  { name: 'the landing', path: `/collection-selection?museum=${museums.belmonte}`, text: 'Über uns', isLong: true },
  { name: 'the landing of a single exhibition', path: `/collection-selection?museum=${museums.textChat}`, text: 'Über uns', isLong: true },
  { name: 'the question of consent', path: question('consent'), text: /Dürfen wir/ },
  { name: 'a question of many names', path: question('artistSelection'), text: /Über wen/ },
  { name: 'a question of one answer', path: question('expertise'), text: /Mit wem/ },
  { name: 'a question of time', path: question('time'), text: /Wie viel Zeit/ },
  { name: 'a question of many answers', path: question('goals'), text: /Was führt Sie her/ },
  { name: 'the question of the voice', path: question('voice'), text: /Welche Stimme/ },
  { name: 'a missing page', path: '/no/such/room', text: /Dieses Schild fehlt/ },
  { name: 'a screen that failed', path: `/collection-selection?${visit}`, text: /ließ sich nicht öffnen/, breaks: /^\/remotes\/landing\// },
];

async function arrive(page: Page, url = '') {
  await page.addInitScript(() => Object.assign(localStorage, { language: 'de', userChangedLanguage: 'true' }));
  const value = encodeURIComponent(JSON.stringify({ ...answers, voice: ['de-1'] }));
  const cookies = { museumID: museums.belmonte, collectionID: staircase, tailoringAnswers: value };
  await page.context().addCookies(Object.entries(cookies).map(([name, each]) => ({ name, value: each, url })));
}

for (const { name, path, text, isLong = false, breaks } of views) {
  test(`${name} fits every screen: nothing clipped, covered or too small, no barrier, in German`, async ({ page, faults, baseURL }) => {
    await arrive(page, baseURL);
    if (breaks) faults.break(breaks, { kind: '404' });
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    for (const size of sizes) {
      const at = `${size.width} × ${size.height}`;
      await page.setViewportSize(size);
      expect.soft(await findClipped(page), at).toEqual([]);
      expect.soft(await findUnreachable(page), at).toEqual([]);
      expect.soft(await findBarriers(page, { practices: true }), at).toEqual([]);
      const beyond = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      if (size.height === 390 && !isLong) expect.soft(beyond, `${at} shows all of it`).toBeLessThanOrEqual(0);
    }
  });
}

test('on a desk the answers stand below their question, beside the chosen exhibition; a phone does not fetch the picture', async ({
  page,
  faults,
  baseURL,
}) => {
  await arrive(page, baseURL);
  const picture = screenOf(page, 'tailoring').locator('figure img');
  const fetched = () => faults.requests.filter((path) => path.startsWith('/media/scenes/'));
  await page.goto(question('time'));
  await expect(page.getByText(/Wie viel Zeit/)).toBeVisible();
  await expect(picture).toBeHidden();
  expect(fetched()).toEqual([]);
  await page.setViewportSize(desk);
  await expect(picture).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Das große Treppenhaus')).toBeVisible();
  await expect.poll(fetched).toEqual([expect.stringContaining('/staircase/positive.svg')]);
  for (const id of ['consent', 'artistSelection', 'expertise', 'goals', 'voice']) {
    await page.goto(question(id));
    // Both in one look: the first paint may be taken away between two.
    const gap = () =>
      page.evaluate(() => {
        const [words, answer] = ['[id$="-description"]', 'button[aria-pressed], label'].map((each) =>
          document.querySelector(`main ${each}`),
        );
        return words && answer && answer.getBoundingClientRect().top - words.getBoundingClientRect().bottom;
      });
    await expect.poll(gap, id).toBeGreaterThan(0);
    expect(await gap(), id).toBeLessThan(64);
    await expect(page.locator('main button[aria-pressed], main label').last()).toBeInViewport({ ratio: 1 });
  }
});
