import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import {
  type ArrivalDecision,
  arrivalPath,
  type DeclaredScreen,
  decideArrival,
  factsOfVisit,
  screenAt,
  singleExhibitionOf,
} from '@enfilade/shared-contracts/visit/arrival';
import type { SessionState } from '@enfilade/shared-contracts/visit/session';
import type { VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { parseVisitPart, seals, type VisitPart } from './visit-part.ts';

export interface ScreenContent {
  museum: Museum;
  profile: MuseumProfile;
  exhibition?: Exhibition;
}

export interface Address {
  path: string;
  hash: string;
  visit: VisitAddress;
  isVisiting: boolean;
}

export interface KnownMuseum {
  content: ScreenContent | undefined;
  /** Undefined if the address names no exhibition, or another museum's. */
  exhibitionId: EntityId | undefined;
  isLoaded: boolean;
  isUnknown: boolean;
  hasFailed: boolean;
}

type Visitor = Pick<SessionState, 'museumId' | 'exhibitionId' | 'language'>;

export type View =
  | {
      kind: 'loading';
      next?: string | undefined;
      /** Stored in the session first. Only loaded data is stored: a mistyped address must not overwrite a visit. */
      arrives?: { exhibitionId: EntityId | undefined } | undefined;
    }
  | { kind: 'follow'; code: string }
  | { kind: 'code'; isUnknown: boolean }
  | { kind: 'failed' }
  | { kind: 'redirect'; path: string; question?: QuestionId | undefined; hash?: string | undefined }
  | { kind: 'screen'; screen: DeclaredScreen; content: ScreenContent; question?: QuestionId | undefined; part: VisitPart | undefined };

export function resolve(address: Address, session: Visitor, screens: readonly DeclaredScreen[], museum: KnownMuseum): View {
  const { content } = museum;
  return resolveBefore(address, museum) ?? (content ? resolveIn(address, session, screens, { ...museum, content }) : { kind: 'loading' });
}

/** Views that need no museum, or that are shown because no museum is known. */
function resolveBefore({ path, visit }: Address, museum: KnownMuseum): View | undefined {
  const isAtStart = path === arrivalPath;
  if (isAtStart && visit.groupCode) return { kind: 'follow', code: visit.groupCode };
  if (isAtStart && visit.wantsCode) return { kind: 'code', isUnknown: false };
  if (visit.museumId === undefined)
    return isAtStart ? { kind: 'code', isUnknown: visit.hasMalformedMuseum } : { kind: 'redirect', path: arrivalPath };
  if (museum.isUnknown) return { kind: 'code', isUnknown: true };
  return museum.hasFailed ? { kind: 'failed' } : undefined;
}

function resolveIn(address: Address, session: Visitor, screens: readonly DeclaredScreen[], museum: LoadedMuseum): View {
  const { museumId } = address.visit;
  const { profile, museum: about } = museum.content;
  const decision = decide(address, session, screens, museum);
  if (!museum.isLoaded) return { kind: 'loading', next: decision.screen };
  // A museum with text chat alone chooses its only exhibition for the visitor.
  const single = profile.entryScreen === 'text-chat' ? singleExhibitionOf(about) : undefined;
  const exhibitionId = museum.exhibitionId ?? decision.chooseExhibitionId ?? single;
  const isStored = session.museumId === museumId && (exhibitionId === undefined || session.exhibitionId === exhibitionId);
  if (!isStored) return { kind: 'loading', next: decision.screen, arrives: { exhibitionId } };
  return show(address, decision, screens, museum.content);
}

function show(address: Address, decision: ArrivalDecision, screens: readonly DeclaredScreen[], content: ScreenContent): View {
  const { path, question } = decision;
  const screen = screenAt(path, screens);
  if (!screen && path === address.path) return { kind: 'code', isUnknown: false };
  const asked = screen?.provides === 'answers' ? address.visit.question : undefined;
  if (screen && path === address.path && question === asked)
    return { kind: 'screen', screen, content, question, part: parseVisitPart(address.hash, screen) };
  return { kind: 'redirect', path, question, hash: address.hash.startsWith(seals) ? address.hash : undefined };
}

type LoadedMuseum = KnownMuseum & { content: ScreenContent };

function decide({ path, visit, isVisiting }: Address, { language }: Visitor, screens: readonly DeclaredScreen[], museum: LoadedMuseum) {
  const { content, exhibitionId } = museum;
  const { answers, wantsPremium } = visit;
  const { facts } = factsOfVisit({ ...content, answers, wantsPremium, language, hasExhibition: exhibitionId !== undefined });
  // Each arrival asks again for a voice if the voice has another language; a language change does not interrupt a visit.
  const hasVoice = isVisiting && screenAt(path, screens)?.conversation === 'voice' && visit.answers.voice !== undefined;
  const openQuestions = facts.openQuestions.filter((id) => !(id === 'voice' && hasVoice));
  return decideArrival({ ...facts, path, openQuestions, askedQuestion: visit.question }, screens);
}
