import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import speech from '@enfilade/shared-contracts/ui/speech/texts/en';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup } from '@testing-library/react';
import { states } from '../testing/states.tsx';
import en from './en.json';

const i18n = createI18n({ language: 'en' });
i18n.addResourceBundle('en', 'chat', { ...en, ...speech });
const translate = i18n.getFixedT('en', 'chat');

afterEach(cleanup);

it('tells those who do not see it what each view is, with all its words, and leads their keys through it', async () => {
  const told = await tellStates(() => states((key, values) => translate(key, values ?? {})));
  await expect(told).toMatchFileSnapshot('../testing/states.aria.txt');
});
