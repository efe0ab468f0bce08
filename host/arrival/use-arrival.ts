import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenName } from '@enfilade/shared-contracts/remote/contract';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import {
  type ArrivalDecision,
  type ArrivalPath,
  arrivalPath,
  decideArrival,
  screenAt,
  screenPaths,
  singleExhibitionOf,
} from '@enfilade/shared-contracts/visit/arrival';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { SessionState } from '@enfilade/shared-contracts/visit/session';
import { useQuery } from '@tanstack/react-query';
import type { Services } from '../screens/services.ts';
import type { Address } from './addresses.ts';
import { exhibitionQuery, isUnknown, museumQuery } from './queries.ts';
import { useSettling } from './use-settling.ts';

export interface Place {
  museum: Museum;
  profile: MuseumProfile;
  exhibition?: Exhibition;
}

export type ArrivalState =
  | { kind: 'loading'; retry(): void }
  | { kind: 'no-museum'; isUnknown: boolean }
  | { kind: 'failed'; retry(): void }
  | { kind: 'redirect'; path: ArrivalPath; question?: QuestionId | undefined }
  | { kind: 'screen'; screen: ScreenName; place: Place; question?: QuestionId | undefined };

/** Where the address leads this visitor: loads museum and exhibition, stores both, applies the arrival table. */
export function useArrival(address: Address & { path: ArrivalPath }, services: Services): ArrivalState {
  const state = useStore(services.session.store, (whole) => whole);
  const ids = pickIds(address, state);
  const records = useRecords(ids, services.api);
  const isSettled = useSettling({ ...ids, ...records, services });
  const stop = stopBefore(address, ids, records);
  if (stop) return stop;
  if (!records.answer || !records.isLoaded || !isSettled) return { kind: 'loading', retry: records.retry };
  const place: Place = { ...records.answer, ...(records.exhibition && { exhibition: records.exhibition }) };
  return settle({ address, place, state, exhibitionId: records.exhibitionId });
}

interface Ids {
  museumId: EntityId | undefined;
  /** The exhibition that was asked for; it may turn out to be another museum's. */
  wanted: EntityId | undefined;
}

/** Address beats cookie; a stored exhibition counts only in its own museum. */
function pickIds(address: Address, state: SessionState): Ids {
  const museumId = address.museumId ?? (address.hasMalformedMuseum ? undefined : state.museumId);
  const stored = museumId === state.museumId ? state.exhibitionId : undefined;
  return { museumId, wanted: address.exhibitionId ?? stored };
}

function useRecords({ museumId, wanted }: Ids, api: GuideApi) {
  const museum = useQuery(museumQuery(api, museumId));
  const exhibition = useQuery(exhibitionQuery(api, museumId, wanted));
  const isForeign = isUnknown(exhibition.error);
  return {
    answer: museum.data,
    exhibition: isForeign ? undefined : exhibition.data,
    exhibitionId: isForeign ? undefined : wanted,
    isLoaded: museum.isSuccess && (wanted === undefined || isForeign || exhibition.isSuccess),
    isUnknown: isUnknown(museum.error),
    hasFailed: museum.isError || (exhibition.isError && !isForeign),
    retry() {
      if (!museum.isSuccess) void museum.refetch({ cancelRefetch: true });
      if (wanted !== undefined && !exhibition.isSuccess) void exhibition.refetch({ cancelRefetch: true });
    },
  };
}

/** What can be said without, or for want of, a museum. */
function stopBefore(
  address: Address & { path: ArrivalPath },
  { museumId }: Ids,
  records: ReturnType<typeof useRecords>,
): ArrivalState | undefined {
  const isAtDoor = address.path === arrivalPath;
  if (address.wantsCode && isAtDoor) return { kind: 'no-museum', isUnknown: false };
  if (museumId === undefined)
    return isAtDoor ? { kind: 'no-museum', isUnknown: address.hasMalformedMuseum } : { kind: 'redirect', path: arrivalPath };
  if (records.isUnknown) return { kind: 'no-museum', isUnknown: true };
  return records.hasFailed ? { kind: 'failed', retry: records.retry } : undefined;
}

interface Settled {
  address: Address & { path: ArrivalPath };
  place: Place;
  state: SessionState;
  exhibitionId: EntityId | undefined;
}

function settle({ address, place, state, exhibitionId }: Settled): ArrivalState {
  const offered = questionsFor({ profile: place.profile, language: state.language, wantsPremium: address.wantsPremium });
  const answers = pickValidAnswers(offered, state.answers);
  // A voice of another language is asked again on the way, but a visit under way is not interrupted for it.
  const hasVoiceFor = (id: QuestionId) => id === 'voice' && address.path === screenPaths.visit && state.answers.voice !== undefined;
  const decision = decideArrival({
    path: address.path,
    hasMuseum: true,
    hasExhibition: exhibitionId !== undefined,
    singleExhibitionId: singleExhibitionOf(place.museum),
    entryScreen: place.profile.entryScreen,
    offeredQuestions: offered.map((question) => question.id),
    openQuestions: offered.filter((question) => !answers[question.id] && !hasVoiceFor(question.id)).map((question) => question.id),
    askedQuestion: address.question,
  });
  return follow(decision, address, place);
}

function follow(decision: ArrivalDecision, address: Address & { path: ArrivalPath }, place: Place): ArrivalState {
  const screen = screenAt(decision.path);
  const isElsewhere =
    decision.path !== address.path || decision.question !== (decision.path === screenPaths.tailoring ? address.question : undefined);
  if (!screen || isElsewhere) return { kind: 'redirect', path: decision.path, question: decision.question };
  return { kind: 'screen', screen, place, question: decision.question };
}
