import { useStore } from '@enfilade/shared-contracts/i18n/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { ScreenName } from '@enfilade/shared-contracts/remote/contract';
import { type ArrivalDecision, type ArrivalPath, arrivalPath, decideArrival, screenPaths } from '@enfilade/shared-contracts/visit/arrival';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { QuestionId } from '@enfilade/shared-contracts/visit/question-ids';
import type { SessionState } from '@enfilade/shared-contracts/visit/session';
import { useQuery } from '@tanstack/react-query';
import type { Services } from '../services.ts';
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
  const { session, api } = services;
  const state = useStore(session.store, (whole) => whole);
  const museumId = address.museumId ?? (address.hasMalformedMuseum ? undefined : state.museumId);
  const wanted = address.exhibitionId ?? (museumId === state.museumId ? state.exhibitionId : undefined);
  const museum = useQuery(museumQuery(api, museumId));
  const exhibition = useQuery(exhibitionQuery(api, museumId, wanted));
  const isForeign = isUnknown(exhibition.error);
  const exhibitionId = isForeign ? undefined : wanted;
  const isLoaded = museum.isSuccess && (wanted === undefined || isForeign || exhibition.isSuccess);
  const isSettled = useSettling({ museumId, exhibitionId, answer: museum.data, isLoaded, services });

  const retry = () => {
    if (!museum.isSuccess) void museum.refetch({ cancelRefetch: true });
    if (wanted !== undefined && !exhibition.isSuccess) void exhibition.refetch({ cancelRefetch: true });
  };
  if (address.wantsCode && address.path === arrivalPath) return { kind: 'no-museum', isUnknown: false };
  if (museumId === undefined) {
    return address.path === arrivalPath ? { kind: 'no-museum', isUnknown: address.hasMalformedMuseum } : { kind: 'redirect', path: arrivalPath };
  }
  if (isUnknown(museum.error)) return { kind: 'no-museum', isUnknown: true };
  if (museum.isError || (exhibition.isError && !isForeign)) return { kind: 'failed', retry };
  if (!museum.data || !isLoaded || !isSettled) return { kind: 'loading', retry };
  const place: Place = { ...museum.data, ...(exhibition.data && !isForeign && { exhibition: exhibition.data }) };
  return settle({ address, place, state, exhibitionId });
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
  const only = place.museum.exhibitions.length === 1 ? place.museum.exhibitions[0]?._id : undefined;
  const decision = decideArrival({
    path: address.path,
    hasMuseum: true,
    hasExhibition: exhibitionId !== undefined,
    singleExhibitionId: only,
    entryScreen: place.profile.entryScreen,
    offeredQuestions: offered.map((question) => question.id),
    openQuestions: offered.filter((question) => !answers[question.id]).map((question) => question.id),
    askedQuestion: address.question,
  });
  return follow(decision, address, place);
}

function follow(decision: ArrivalDecision, address: Address & { path: ArrivalPath }, place: Place): ArrivalState {
  const screen = screenAt(decision.path);
  const isElsewhere = decision.path !== address.path || decision.question !== (decision.path === screenPaths.tailoring ? address.question : undefined);
  if (!screen || isElsewhere) return { kind: 'redirect', path: decision.path, question: decision.question };
  return { kind: 'screen', screen, place, question: decision.question };
}

function screenAt(path: ArrivalPath): ScreenName | undefined {
  return (Object.keys(screenPaths) as ScreenName[]).find((name) => screenPaths[name] === path);
}
