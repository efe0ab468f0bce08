import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { findTextProblems } from '@enfilade/shared-contracts/i18n/testing/text-parity';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import speech from '@enfilade/shared-contracts/speech/texts/en';
import { afterEach, expect, it } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import { states } from '../testing/states.tsx';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

it('says the same in three languages', () => {
  expect(findTextProblems({ en, de, fr })).toEqual([]);
});

const i18n = createI18n({ language: 'en' });
i18n.addResourceBundle('en', 'chat', { ...en, ...speech });
const translate = i18n.getFixedT('en', 'chat');

afterEach(cleanup);

it.each(Object.entries(states((key, values) => translate(key, values ?? {}))))(
  'has all words of the state %s, and nothing undefined',
  async (_, view) => {
    const { container } = await act(async () => render(view));
    expect(container.textContent).toMatch(/^(?!.*(\{\{|undefined)).+/);
    expect(container.innerHTML).not.toMatch(/\bundefined\b/);
  },
);

it('tells those who do not see it what each view is, and leads their keys through it', async () => {
  const told = await tellStates(() => states((key, values) => translate(key, values ?? {})));
  await expect(told).toMatchFileSnapshot('../testing/states.aria.txt');
});
