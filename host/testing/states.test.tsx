import { languages } from '@enfilade/shared-contracts/i18n/language';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { afterEach, expect, it } from '@rstest/core';
import { render } from '@testing-library/react';
import { states } from './states.tsx';
import { clearVisit } from './test-services.ts';

afterEach(() => {
  document.documentElement.lang = '';
  clearVisit();
});

it.each(languages)('every view of the host is rendered in %s without a missing text', (language) => {
  document.documentElement.lang = language;
  for (const [name, view] of Object.entries(states(String))) {
    const { container, unmount } = render(view);
    expect(container.textContent, name).not.toBe('');
    expect(container.textContent, name).not.toMatch(/[a-z]+\.[a-z]+[A-Z]|\{\{|undefined/);
    unmount();
  }
});

it('the host’s views keep their accessible names and their Tab order', async () => {
  document.documentElement.lang = 'en';
  await expect(await tellStates(() => states(String))).toMatchFileSnapshot('states.aria.txt');
});
