import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup } from '@testing-library/react';
import { states } from '../testing/states.tsx';
import english from './en.json';

const t = translateIn('en', english);

afterEach(cleanup);

it('tells those who do not see it what each view is, with all its words, and leads their keys through it', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('../testing/states.aria.txt');
});
