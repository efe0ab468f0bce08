import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { findTextProblems } from '@enfilade/shared-contracts/i18n/testing/text-parity';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { afterEach, describe, expect, it } from '@rstest/core';
import { act, cleanup, render } from '@testing-library/react';
import { loadTexts } from '../screen.tsx';
import { states } from '../testing/states.tsx';
import english from './en.json';

const i18n = createI18n({ language: 'en' });
i18n.addResourceBundle('en', 'operator', english);
const translate = i18n.getFixedT('en', 'operator');

afterEach(cleanup);

it.each(Object.entries(states((key, values) => translate(key, values ?? {}))))('the state %s has all its words', async (_, view) => {
  const { container } = await act(async () => render(view));
  expect(container.textContent).toMatch(/^(?!.*(\{\{|undefined)).+/);
});

it('tells those who do not see it what each view is, and leads their keys through it', async () => {
  const told = await tellStates(() => states((key, values) => translate(key, values ?? {})));
  await expect(told).toMatchFileSnapshot('../testing/states.aria.txt');
});

describe("the console's texts", () => {
  it('say the same things in all three languages', async () => {
    const [en, de, fr] = await Promise.all([loadTexts('en'), loadTexts('de'), loadTexts('fr')]);
    expect(findTextProblems({ en: en.default, de: de.default, fr: fr.default })).toEqual([]);
  });

  it('are those the specification fixes', async () => {
    const { default: en } = await loadTexts('en');
    expect([en['login.name'], en['login.password'], en['login.keep'], en['login.forgot']]).toEqual([
      'Username or email',
      'Password',
      'Keep me logged in',
      'Forgot password?',
    ]);
  });
});
