import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';

/** What a visitor said to being recorded. Only `agreed` is a yes: who was not asked, or passed it over, has not agreed. */
export const consents = ['agreed', 'declined', 'unasked'] as const;
export type Consent = (typeof consents)[number];

/** @param answers checked ones, in which a museum that does not ask has no answer to it */
export function consentOf({ consent }: TailoringAnswers): Consent {
  if (consent?.includes('consent.decline')) return 'declined';
  return consent?.includes('consent.agree') ? 'agreed' : 'unasked';
}
