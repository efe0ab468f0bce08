import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { expect, it } from '@rstest/core';
import { states } from '../testing/states.tsx';
import english from './en.json';

const t = translateIn('en', english);

it('the console’s views keep their accessible names and their Tab order', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('../testing/states.aria.txt');
});
