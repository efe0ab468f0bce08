import { describe, expect, it } from '@rstest/core';
import { pickTabBar } from './mode-bar.tsx';

const forms = { en: 'https://forms.example/en', de: 'https://forms.example/de' };

describe('pickTabBar', () => {
  it('passes modes and hidden on', () => {
    expect(pickTabBar({ tabBar: { kind: 'modes' } }, 'de')).toEqual({ kind: 'modes' });
    expect(pickTabBar({ tabBar: { kind: 'hidden' } }, 'de')).toEqual({ kind: 'hidden' });
  });

  it('leads to the form in the visitor’s language, else to the English one', () => {
    const tabBar = { kind: 'guide-feedback', feedbackUrls: forms } as const;
    expect(pickTabBar({ tabBar }, 'de')).toEqual({ kind: 'guide-feedback', feedbackUrl: forms.de });
    expect(pickTabBar({ tabBar }, 'fr')).toEqual({ kind: 'guide-feedback', feedbackUrl: forms.en });
  });

  it('has no link where the museum has no form', () => {
    expect(pickTabBar({ tabBar: { kind: 'guide-feedback' } }, 'en')).toEqual({ kind: 'guide-feedback' });
    expect(pickTabBar({ tabBar: { kind: 'guide-feedback', feedbackUrls: { de: forms.de } } }, 'fr')).toEqual({ kind: 'guide-feedback' });
  });
});
