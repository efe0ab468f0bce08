import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { type QuestionId, questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenName } from '@enfilade/shared-contracts/remote/contract';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { type ArrivalPath, decideArrival, screenAt, singleExhibitionOf } from '@enfilade/shared-contracts/visit/arrival';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
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

/** What the host will draw first, and for which exhibition. */
export interface FirstScreen {
  screen: ScreenName;
  exhibitionId?: EntityId | undefined;
}

/**
 * The screen the host will decide for, as far as a server can tell: the language lives in the browser, so
 * a voice chosen in another language counts as open. A wrong guess costs a preload, nothing else.
 */
export function pickFirstScreen(
  path: ArrivalPath,
  visit: PageVisit,
  known: { museum: Museum; profile: MuseumProfile },
): FirstScreen | undefined {
  const { museum, profile } = known;
  const questions = questionsFor({ profile, language: parseMuseumLanguage(museum.defaultLanguage), wantsPremium: visit.wantsPremium });
  const answers = pickValidAnswers(questions, visit.answers);
  const exhibitionId = museum.exhibitions.some(({ _id }) => _id === visit.exhibitionId) ? visit.exhibitionId : undefined;
  const decision = decideArrival({
    path,
    hasMuseum: true,
    hasExhibition: exhibitionId !== undefined,
    singleExhibitionId: singleExhibitionOf(museum),
    entryScreen: profile.entryScreen,
    offeredQuestions: questions.map(({ id }) => id),
    openQuestions: questions.filter(({ id }) => !answers[id]).map(({ id }) => id),
    askedQuestion: visit.askedQuestion,
  });
  const screen = screenAt(decision.path);
  return screen && { screen, exhibitionId: decision.chooseExhibitionId ?? exhibitionId };
}
