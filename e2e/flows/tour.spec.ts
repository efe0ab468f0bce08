import { screenOf } from '../test-kit/test.ts';
import { expect, followTour, openTour, repeated, test, type Walk, walkTour } from '../test-kit/tour-test.ts';

test('a visitor is led through the palace by taps alone', async ({ page, baseURL, passSiteTime }) => {
  const walk: Walk = { language: 'en', minutes: 10, input: 'text' };
  const steps = followTour(page);
  await openTour(page, baseURL ?? '', walk);
  const visit = screenOf(page, 'visit');
  console.log(await visit.getByRole('region', { name: 'Guided tour' }).textContent());
  await walkTour(page, walk, async () => {
    const { tour, text } = steps.at(-1)!;
    console.log(
      JSON.stringify({ ...tour, mark: undefined, words: text.split(/\s+/).length }),
      await visit.locator('h1').locator('xpath=..').textContent(),
    );
    console.log('   ', text);
    passSiteTime((text.split(/\s+/).length / 130) * 60_000 + 20_000);
  });
  console.log(repeated(steps.map(({ text }) => text)));
  expect(steps.length).toBeGreaterThan(3);
});
