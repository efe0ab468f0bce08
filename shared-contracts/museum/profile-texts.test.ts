import { expect, it } from '@rstest/core';
import { pickFeedbackUrl } from './profile-texts.ts';

const feedbackUrls = { en: 'https://forms.example/en', de: 'https://forms.example/de' };

it.each([
  [{ kind: 'guide-feedback', feedbackUrls }, 'de', feedbackUrls.de],
  [{ kind: 'guide-feedback', feedbackUrls }, 'fr', feedbackUrls.en],
  [{ kind: 'guide-feedback' }, 'en', undefined],
  [{ kind: 'modes' }, 'en', undefined],
] as const)('the feedback form of %j in %s is %s', (tabBar, language, url) => {
  expect(pickFeedbackUrl({ tabBar }, language)).toBe(url);
});
