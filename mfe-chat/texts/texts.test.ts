import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import speech from '@enfilade/shared-contracts/ui/speech/texts/en';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup } from '@testing-library/react';
import { states } from '../testing/states.tsx';
import en from './en.json';

const t = translateIn('en', { ...en, ...speech });

afterEach(cleanup);

it('A screen reader finds each view of the chat with all its words, and keys reach each control', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('../testing/states.aria.txt');
});
