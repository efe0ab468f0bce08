import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { type QuestionId, questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import type { VisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';

/** What address and cookies say of a visitor. Anything that is not what it should be is as if it were absent. */
export interface PageVisit {
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
  answers: TailoringAnswers;
  askedQuestion?: QuestionId | undefined;
  wantsPremium: boolean;
}

/** The address beats the cookies: another museum in it drops what was stored for the old one. */
export function readPageVisit(query: URLSearchParams, cookies: VisitCookies): PageVisit {
  const museumId = parseEntityId(query.get('museum')) ?? cookies.museumId;
  const stored: VisitCookies = museumId === cookies.museumId ? cookies : { answers: {} };
  const asked = query.get('question');
  return {
    museumId,
    exhibitionId: parseEntityId(query.get('collection')) ?? stored.exhibitionId,
    answers: stored.answers,
    askedQuestion: questionIds.find((id) => id === asked),
    wantsPremium: query.get('premium') === 'true',
  };
}
