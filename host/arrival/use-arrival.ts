import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import type { ScreenName } from '@enfilade/shared-contracts/releases/contract';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import {
  type ArrivalPath,
  arrivalPath,
  decideArrival,
  screenAt,
  screenPaths,
  singleExhibitionOf,
} from '@enfilade/shared-contracts/visit/arrival';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useRef } from 'react';
import { isUnknown, type MuseumRecords, useRecord } from '../museums/records.ts';

/** What an arrival depends on. */
export interface ArrivalServices {
  session: VisitorSession;
  bus: EventBus;
  records: MuseumRecords;
}

/** What a screen is about. */
export interface ScreenContent {
  museum: Museum;
  profile: MuseumProfile;
  exhibition?: Exhibition;
}

export type ArrivalState =
  /** `next`: the screen if the exhibition that is asked for turns out to be one of the museum's. */
  | { kind: 'loading'; retry(): void; next?: ScreenName | undefined }
  | { kind: 'no-museum'; isUnknown: boolean }
  | { kind: 'failed'; retry(): void }
  | { kind: 'redirect'; path: ArrivalPath; question?: QuestionId | undefined }
  | { kind: 'screen'; screen: ScreenName; content: ScreenContent; question?: QuestionId | undefined };

/** Where an address leads this visitor: loads museum and exhibition, stores both, applies the arrival table. */
export function useArrival(path: ArrivalPath, address: VisitAddress, services: ArrivalServices): ArrivalState {
  const language = useStore(services.session.store, (state) => state.language);
  const records = useRecords(address, services.records);
  const isStored = useStoredVisit(address.museumId, records, services);
  const shownScreen = useRef<ScreenName | undefined>(undefined);
  const arrive = (): ArrivalState => {
    const withoutMuseum = decideWithoutMuseum(path, address, records);
    if (withoutMuseum) return withoutMuseum;
    if (!records.response) return { kind: 'loading', retry: records.retry };
    const content: ScreenContent = { ...records.response, ...(records.exhibition && { exhibition: records.exhibition }) };
    const isVisiting = shownScreen.current === 'visit';
    const decided = decide({ path, address, content, language, hasExhibition: records.exhibitionId !== undefined, isVisiting });
    return records.isLoaded && isStored ? decided : { kind: 'loading', retry: records.retry, next: screenOf(decided) };
  };
  const state = arrive();
  const screen = state.kind === 'screen' ? state.screen : undefined;
  useEffect(() => {
    if (screen) shownScreen.current = screen;
  }, [screen]);
  return state;
}

function useRecords({ museumId, exhibitionId }: VisitAddress, records: MuseumRecords) {
  const ofMuseum = museumId ? records.museum(museumId) : undefined;
  const ofExhibition = museumId && exhibitionId ? records.exhibition(museumId, exhibitionId) : undefined;
  const museum = useRecord(ofMuseum);
  const exhibition = useRecord(ofExhibition);
  /** Of another museum, or none. */
  const isForeign = isUnknown(exhibition.error);
  return {
    response: museum.data,
    exhibition: isForeign ? undefined : exhibition.data,
    exhibitionId: isForeign ? undefined : exhibitionId,
    isLoaded: museum.data !== undefined && (!ofExhibition || isForeign || exhibition.data !== undefined),
    isUnknown: isUnknown(museum.error),
    hasFailed: museum.error !== undefined || (exhibition.error !== undefined && !isForeign),
    retry() {
      if (!museum.data) ofMuseum?.reload();
      if (!exhibition.data) ofExhibition?.reload();
    },
  };
}

type Records = ReturnType<typeof useRecords>;

/**
 * Stores both ids once museum and exhibition are loaded, never before: a mistyped address must not overwrite a visit.
 * True when the session agrees with what was loaded.
 */
function useStoredVisit(museumId: EntityId | undefined, records: Records, { session, bus }: ArrivalServices): boolean {
  const { response, isLoaded } = records;
  const stored = useStore(session.store, (state) => state);
  const announced = useRef<EntityId | undefined>(undefined);
  // A museum with text chat alone needs no choice where it has one exhibition.
  const single = response?.profile.entryScreen === 'text-chat' ? singleExhibitionOf(response.museum) : undefined;
  const exhibitionId = records.exhibitionId ?? single;
  const isStored = isLoaded && stored.museumId === museumId && (exhibitionId === undefined || stored.exhibitionId === exhibitionId);

  useEffect(() => {
    if (!isLoaded || !museumId || !response) return;
    if (!isStored) session.arrive(museumId, exhibitionId);
    if (announced.current === museumId) return;
    announced.current = museumId;
    session.setLanguage(parseMuseumLanguage(response.museum.defaultLanguage), false);
    bus.emit('visitor-arrived', { museumId });
  }, [isLoaded, isStored, museumId, exhibitionId, response, session, bus]);

  return isStored;
}

/** What can be decided without a museum, or because there is none. */
function decideWithoutMuseum(path: ArrivalPath, { museumId, ...address }: VisitAddress, records: Records): ArrivalState | undefined {
  const isAtStart = path === arrivalPath;
  if (address.wantsCode && isAtStart) return { kind: 'no-museum', isUnknown: false };
  if (museumId === undefined)
    return isAtStart ? { kind: 'no-museum', isUnknown: address.hasMalformedMuseum } : { kind: 'redirect', path: arrivalPath };
  if (records.isUnknown) return { kind: 'no-museum', isUnknown: true };
  return records.hasFailed ? { kind: 'failed', retry: records.retry } : undefined;
}

function screenOf(state: ArrivalState): ScreenName | undefined {
  if (state.kind === 'screen') return state.screen;
  return state.kind === 'redirect' ? screenAt(state.path) : undefined;
}

interface KnownVisit {
  path: ArrivalPath;
  address: VisitAddress;
  content: ScreenContent;
  language: Language;
  hasExhibition: boolean;
  /** The visit is on the page. */
  isVisiting: boolean;
}

function decide({ path, address, content, language, hasExhibition, isVisiting }: KnownVisit): ArrivalState {
  const { museum, profile } = content;
  const offered = questionsFor({ profile, language, wantsPremium: address.wantsPremium });
  const answers = pickValidAnswers(offered, address.answers);
  // A voice of another language is asked for again at every arrival; a visit in which the language changes is not interrupted for it.
  const hasVoiceFor = (id: QuestionId) => id === 'voice' && isVisiting && path === screenPaths.visit && address.answers.voice !== undefined;
  const decision = decideArrival({
    path,
    hasMuseum: true,
    hasExhibition,
    singleExhibitionId: singleExhibitionOf(museum),
    entryScreen: profile.entryScreen,
    offeredQuestions: offered.map((question) => question.id),
    openQuestions: offered.filter((question) => !answers[question.id] && !hasVoiceFor(question.id)).map((question) => question.id),
    askedQuestion: address.question,
  });
  const screen = screenAt(decision.path);
  const asked = decision.path === screenPaths.tailoring ? address.question : undefined;
  if (!screen || decision.path !== path || decision.question !== asked) {
    return { kind: 'redirect', path: decision.path, question: decision.question };
  }
  return { kind: 'screen', screen, content, question: decision.question };
}

/** Redirects in a row before the page gives up instead of looping. */
export const redirectLimit = 100;

export class TooManyRedirectsError extends Error {
  readonly code = 'too-many-redirects';
  constructor() {
    super(`More than ${redirectLimit} redirects`);
  }
}

/** Counts redirects until something is shown. */
export function createRedirectCounter() {
  let count = 0;
  return {
    /** Throws TooManyRedirectsError at the first one too many. */
    onRedirect() {
      count += 1;
      if (count > redirectLimit) throw new TooManyRedirectsError();
    },
    onShown() {
      count = 0;
    },
  };
}
