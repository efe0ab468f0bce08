import type { EventBus } from '@enfilade/shared-contracts/events/event-bus';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import {
  arrivalPath,
  type DeclaredScreen,
  decideArrival,
  screenAt,
  singleExhibitionOf,
  type VisitFacts,
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
  | { kind: 'loading'; retry(): void; next?: string | undefined }
  | { kind: 'no-museum'; isUnknown: boolean }
  | { kind: 'failed'; retry(): void }
  | { kind: 'redirect'; path: string; question?: QuestionId | undefined }
  | { kind: 'screen'; screen: DeclaredScreen; content: ScreenContent; question?: QuestionId | undefined };

/** Where an address leads this visitor: loads museum and exhibition, stores both, applies the arrival table. */
export function useArrival({ path, address, screens }: AskedScreen, services: ArrivalServices): ArrivalState {
  const language = useStore(services.session.store, (state) => state.language);
  const records = useRecords(address, services.records);
  const shownPath = useRef<string | undefined>(undefined);
  const { response, exhibition } = records;
  const content: ScreenContent | undefined = response && { ...response, ...(exhibition && { exhibition }) };
  const isVisiting = shownPath.current === path;
  const decided =
    content && decide({ path, address, screens, content, language, hasExhibition: records.exhibitionId !== undefined, isVisiting });
  const isStored = useStoredVisit(address.museumId, { ...records, chosenId: decided?.chosenId }, services);
  const arrive = (): ArrivalState => {
    const withoutMuseum = decideWithoutMuseum(path, address, records);
    if (withoutMuseum) return withoutMuseum;
    if (!decided) return { kind: 'loading', retry: records.retry };
    if (!records.isLoaded || !isStored) return { kind: 'loading', retry: records.retry, next: decided.next };
    return decided.state;
  };
  const state = arrive();
  const shown = state.kind === 'screen' ? path : undefined;
  useEffect(() => {
    if (shown !== undefined) shownPath.current = shown;
  }, [shown]);
  return state;
}

/** What an address asks for. */
interface AskedScreen {
  path: string;
  address: VisitAddress;
  screens: readonly DeclaredScreen[];
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
function useStoredVisit(
  museumId: EntityId | undefined,
  records: Records & { chosenId: EntityId | undefined },
  { session, bus }: ArrivalServices,
): boolean {
  const { response, isLoaded } = records;
  const stored = useStore(session.store, (state) => state);
  const announced = useRef<EntityId | undefined>(undefined);
  // Where there is only one, it may have been chosen for the visitor.
  const single = response?.profile.entryScreen === 'text-chat' ? singleExhibitionOf(response.museum) : undefined;
  const exhibitionId = records.exhibitionId ?? records.chosenId ?? single;
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
function decideWithoutMuseum(path: string, { museumId, ...address }: VisitAddress, records: Records): ArrivalState | undefined {
  const isAtStart = path === arrivalPath;
  if (address.wantsCode && isAtStart) return { kind: 'no-museum', isUnknown: false };
  if (museumId === undefined)
    return isAtStart ? { kind: 'no-museum', isUnknown: address.hasMalformedMuseum } : { kind: 'redirect', path: arrivalPath };
  if (records.isUnknown) return { kind: 'no-museum', isUnknown: true };
  return records.hasFailed ? { kind: 'failed', retry: records.retry } : undefined;
}

/** What arrival and links are decided by. */
export function factsOf({ content: { museum, profile }, address, language, hasExhibition }: FactSource): VisitFacts {
  const offered = questionsFor({ profile, language, wantsPremium: address.wantsPremium });
  const answers = pickValidAnswers(offered, address.answers);
  return {
    hasMuseum: true,
    hasExhibition,
    singleExhibitionId: singleExhibitionOf(museum),
    entryScreen: profile.entryScreen,
    offeredQuestions: offered.map(({ id }) => id),
    openQuestions: offered.filter(({ id }) => !answers[id]).map(({ id }) => id),
  };
}

interface FactSource {
  address: Pick<VisitAddress, 'answers' | 'wantsPremium'>;
  content: ScreenContent;
  language: Language;
  hasExhibition: boolean;
}

interface KnownVisit extends FactSource, AskedScreen {
  address: VisitAddress;
  /** What the address asks for is on the page. */
  isVisiting: boolean;
}

interface Decided {
  state: ArrivalState;
  /** The screen that will be shown once what it is about is loaded. */
  next: string | undefined;
  /** The exhibition that was chosen for the visitor. */
  chosenId: EntityId | undefined;
}

function decide({ path, screens, isVisiting, ...visit }: KnownVisit): Decided {
  const { address, content } = visit;
  const { openQuestions, ...facts } = factsOf(visit);
  const asked = screenAt(path, screens);
  // A voice of another language is asked for again at every arrival; a visit in which the language changes is not interrupted for it.
  const hasVoice = isVisiting && asked?.conversation === 'voice' && address.answers.voice !== undefined;
  const open = openQuestions.filter((id) => !(id === 'voice' && hasVoice));
  const decision = decideArrival({ ...facts, path, openQuestions: open, askedQuestion: address.question }, screens);
  const { question, screen: next, chooseExhibitionId: chosenId } = decision;
  const screen = screenAt(decision.path, screens);
  const askedQuestion = screen?.provides === 'answers' ? address.question : undefined;
  if (decision.path === path && !screen) return { state: { kind: 'no-museum', isUnknown: false }, next, chosenId };
  if (!screen || decision.path !== path || question !== askedQuestion)
    return { state: { kind: 'redirect', path: decision.path, question }, next, chosenId };
  return { state: { kind: 'screen', screen, content, question }, next, chosenId };
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
