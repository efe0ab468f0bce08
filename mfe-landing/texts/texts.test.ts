import { findTextProblems } from '@enfilade/shared-contracts/i18n/testing/text-parity';
import { describe, expect, it } from '@rstest/core';
import { loadTexts } from '../screen.tsx';

describe("the landing's texts", () => {
  it('say the same things in all three languages', async () => {
    const [en, de, fr] = await Promise.all([loadTexts('en'), loadTexts('de'), loadTexts('fr')]);
    expect(findTextProblems({ en: en.default, de: de.default, fr: fr.default })).toEqual([]);
  });

  it('are those the specification fixes', async () => {
    const { default: en } = await loadTexts('en');
    expect(en['about']).toBe('About');
    expect(en['title']).toBe('Discover Rich Museum Narratives');
  });
});
