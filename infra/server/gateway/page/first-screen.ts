import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenName } from '@enfilade/shared-contracts/remote/contract';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import { type ArrivalPath, decideArrival, screenAt, singleExhibitionOf } from '@enfilade/shared-contracts/visit/arrival';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';

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
  visit: VisitAddress,
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
    askedQuestion: visit.question,
  });
  const screen = screenAt(decision.path);
  return screen && { screen, exhibitionId: decision.chooseExhibitionId ?? exhibitionId };
}
