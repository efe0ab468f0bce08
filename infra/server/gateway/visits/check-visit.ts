import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { Visit } from '@enfilade/shared-contracts/visit/visit';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { type Consent, consentOf } from './visit-cookie.ts';

/** A visit whose museum, exhibition and answers are known to be real. */
export interface CheckedVisit {
  museum: Museum;
  profile: MuseumProfile;
  exhibition: ExhibitionRecord;
  language: Language;
  visitMode: Visit['visitMode'];
  answers: TailoringAnswers;
  consent: Consent;
  /** The visitor wants easy language, and the museum has it. */
  isEasy: boolean;
}

/**
 * Answers the museum does not offer (any more) are left out, as the visitor's own cookie would drop them.
 * @throws HttpError `museum-not-found`, `exhibition-not-found`, or what the middleware failed with
 */
export async function checkVisit(visit: Visit, museums: MuseumDirectory): Promise<CheckedVisit> {
  const { museumId, exhibitionId, language, visitMode, isEasy } = visit;
  const exhibition = await museums.loadExhibition(museumId, exhibitionId);
  const museum = await museums.loadMuseum(museumId);
  const profile = museums.profileOf(museumId);
  const answers = pickOfferedAnswers(profile, visit);
  return {
    museum,
    profile,
    exhibition,
    language,
    visitMode,
    answers,
    consent: consentOf(answers),
    isEasy: isEasy === true && profile.easyLanguage?.[language] !== undefined,
  };
}

/** The voice may be one of either list: which list was shown stood in the address. */
function pickOfferedAnswers(profile: MuseumProfile, { language, answers }: Visit): TailoringAnswers {
  const offered = [false, true].map((wantsPremium) => pickValidAnswers(questionsFor({ profile, language, wantsPremium }), answers));
  return { ...offered[0], ...offered[1] };
}
