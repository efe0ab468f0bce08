import { museumResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { answersOf } from '@enfilade/shared-contracts/visit/visit-states';
import { rememberAnswers } from '../test-kit/answers.ts';
import { expect, screenOf, speakLanguage, test } from '../test-kit/test.ts';
import { rememberVisitConfig } from '../test-kit/visit-config.ts';

const language = 'de';

test('each of the six museums answers a question in German and names its source', async ({ context, baseURL: url = '', site }) => {
  const ids = new Set([...site.output().matchAll(/museum=([0-9a-f]{24})/g)].map(([, id = '']) => id));
  expect(ids.size).toBe(6);
  await rememberVisitConfig(context, { inputMode: 'text' });
  for (const id of ids)
    await test.step(id, async () => {
      const { museum, profile } = museumResponseSchema.parse(await (await fetch(`${site.origin}/api/museums/${id}`)).json());
      const [exhibition] = museum.exhibitions;
      const given = answersOf({ answers: 'all' }, { profile, language });
      await rememberAnswers(context, url, { museumID: id, collectionID: exhibition?._id, given });
      const page = await context.newPage();
      await speakLanguage(page, language);
      await page.goto(`/${profile.entryScreen}?museum=${id}&collection=${exhibition?._id}`);
      const shown = screenOf(page, profile.entryScreen === 'visit' ? 'visit' : 'chat');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page).toHaveTitle(museum.name);
      const [asked = 'Was sind hier die Höhepunkte?'] = profile.quickQuestions;
      await shown.getByRole('textbox').fill(localize(asked, language));
      await page.keyboard.press('Enter');
      const source = shown.getByRole('log').getByText(/^Quelle: /);
      await expect(source.first()).toBeVisible();
      await page.close();
    });
});
