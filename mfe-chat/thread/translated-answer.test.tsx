import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen } from '@testing-library/react';
import texts from '../texts/en.json';
import { TranslatedAnswer } from './translated-answer.tsx';

afterEach(cleanup);

it('a sentence that an answer says twice is asked for once, and shown in both places', async () => {
  const { _id: museumId } = museumSchema.parse({ _id: '6610a1b2c3d4e5f601000001', name: 'Palazzo Belmonte', exhibitions: [] });
  const asked: string[] = [];
  const api = {
    translate: async ({ lines }: { lines: readonly string[] }) => {
      asked.push(...lines);
      return lines.map((line) => (line === 'Look up.' ? 'Schauen Sie nach oben.' : 'Die Decke ist dunkel.'));
    },
  };
  const alsoIn = { language: 'de', museumId, api } as const;
  render(
    <TranslatedAnswer
      text="Look up. The ceiling is dark. Look up."
      from="en"
      alsoIn={alsoIn}
      t={(key) => texts[key as keyof typeof texts]}
    />,
  );
  const said = (await screen.findByText('Die Decke ist dunkel.')).parentElement;
  expect(said?.textContent?.trim()).toBe('Schauen Sie nach oben. Die Decke ist dunkel. Schauen Sie nach oben.');
  expect(asked).toEqual(['Look up.', 'The ceiling is dark.']);
});
