import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { inScreen } from '@enfilade/shared-contracts/ui/testing/fake-screen';
import { expect, it } from '@rstest/core';
import { act, render, screen } from '@testing-library/react';
import { field, log, renderScreen } from '../testing/render-screen.tsx';
import texts from '../texts/en.json';
import { TranslatedAnswer } from './translated-answer.tsx';

it('A sentence that an answer says twice is requested once, and shown in both places', async () => {
  const museum = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte', exhibitions: [] });
  const asked: string[] = [];
  const api = {
    translate: async ({ lines }: { lines: readonly string[] }) => {
      asked.push(...lines);
      return lines.map((line) => (line === 'Look up.' ? 'Schauen Sie nach oben.' : 'Die Decke ist dunkel.'));
    },
  };
  render(
    <TranslatedAnswer text="Look up. The ceiling is dark. Look up." from="en" to="de" />,
    inScreen((key) => texts[key as keyof typeof texts], { api: api as unknown as GuideApi, museum }),
  );
  const said = (await screen.findByText('Die Decke ist dunkel.')).parentElement;
  expect(said?.textContent?.trim()).toBe('Schauen Sie nach oben. Die Decke ist dunkel. Schauen Sie nach oben.');
  expect(asked).toEqual(['The ceiling is dark.', 'Look up.']);
});

it('After a change of language an earlier answer appears translated below its own words', async () => {
  const asked: object[] = [];
  const translate: GuideApi['translate'] = async ({ from, to, lines }) => {
    asked.push({ from, to, lines });
    return lines.map(() => 'Von 1382.');
  };
  const { answer, user, i18n } = await renderScreen({ api: { translate } });
  await user.type(field(), 'How old?{Enter}');
  answer('From 1382.');
  expect(asked).toEqual([]);
  await act(() => i18n.changeLanguage('de'));
  expect((await screen.findByText('Von 1382.')).closest('[lang]')?.getAttribute('lang')).toBe('de');
  expect(log().getByText('From 1382.')).toBeTruthy();
  expect(asked).toEqual([{ from: 'en', to: 'de', lines: ['From 1382.'] }]);
});
