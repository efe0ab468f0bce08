import { describe, expect, it } from '@rstest/core';
import { pickFeedbackUrl } from './feedback-url.ts';

const forms = { en: 'https://forms.example/en', de: 'https://forms.example/de' };

describe('pickFeedbackUrl', () => {
  it('pickFeedbackUrl is the form in the visitor’s language, else the English one', () => {
    const tabBar = { kind: 'guide-feedback', feedbackUrls: forms } as const;
    expect(pickFeedbackUrl({ tabBar }, 'de')).toBe(forms.de);
    expect(pickFeedbackUrl({ tabBar }, 'fr')).toBe(forms.en);
  });

  it('pickFeedbackUrl is absent where the museum has none', () => {
    expect(pickFeedbackUrl({ tabBar: { kind: 'guide-feedback' } }, 'en')).toBeUndefined();
    expect(pickFeedbackUrl({ tabBar: { kind: 'modes' } }, 'en')).toBeUndefined();
  });
});
