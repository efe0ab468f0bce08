import type { EntityId } from '../museum/id.ts';
import type { Museum } from '../museum/museum.ts';
import type { MuseumProfile } from '../museum/profile.ts';
import type { QuestionId } from '../museum/question-ids.ts';
import type { Declaration } from '../releases/declaration.ts';
import type { ReleaseSet } from '../releases/release-set.ts';
import { pickValidAnswers } from './answer-rules.ts';
import { type QuestionContext, questionsFor } from './question.ts';
import type { VisitAddress } from './visit-address.ts';

export const arrivalPath = '/';
export const operatorsPath = '/operator';

export type DeclaredScreen = Declaration & { name: string };

/** Excludes remotes that only fill slots. */
export function visitorsScreens({ remotes }: Pick<ReleaseSet, 'remotes'>): DeclaredScreen[] {
  return Object.entries(remotes).flatMap(([name, { declaration }]) =>
    declaration?.routes.length && declaration.audience !== 'operators' ? [{ ...declaration, name }] : [],
  );
}

export const parsePath = (pathname: string): string => pathname.replace(/\/+$/, '') || arrivalPath;

export const screenAt = (path: string, screens: readonly DeclaredScreen[]): DeclaredScreen | undefined =>
  screens.find(({ routes }) => routes.includes(path));

/** If no screen has the name, arrival decides. */
export const pathOf = (name: string, screens: readonly DeclaredScreen[]): string =>
  screens.find((screen) => screen.name === name)?.routes[0] ?? arrivalPath;

export function singleExhibitionOf({ exhibitions }: Pick<Museum, 'exhibitions'>): EntityId | undefined {
  return exhibitions.length === 1 ? exhibitions[0]?._id : undefined;
}

export interface VisitFacts {
  hasMuseum: boolean;
  hasExhibition: boolean;
  singleExhibitionId?: EntityId | undefined;
  entryScreen: 'visit' | 'text-chat';
  openQuestions: readonly QuestionId[];
  offeredQuestions: readonly QuestionId[];
}

interface VisitedMuseum extends QuestionContext {
  museum: Pick<Museum, 'exhibitions'>;
  profile: QuestionContext['profile'] & Pick<MuseumProfile, 'entryScreen'>;
  answers: VisitAddress['answers'];
  hasExhibition: boolean;
}

/** For arrivals in host and gateway, with the museum's questions and the valid answers. */
export function factsOfVisit({ museum, hasExhibition, answers: stored, ...context }: VisitedMuseum) {
  const questions = questionsFor(context);
  const answers = pickValidAnswers(questions, stored);
  const facts: VisitFacts = {
    hasMuseum: true,
    hasExhibition,
    singleExhibitionId: singleExhibitionOf(museum),
    entryScreen: context.profile.entryScreen,
    offeredQuestions: questions.map(({ id }) => id),
    openQuestions: questions.filter(({ id }) => !answers[id]).map(({ id }) => id),
  };
  return { facts, questions, answers };
}

export interface Arrival extends VisitFacts {
  path: string;
  askedQuestion?: QuestionId | undefined;
}

/** `chooseExhibitionId` is set if the only exhibition is chosen for the visitor. */
export interface ArrivalDecision {
  path: string;
  /** Absent if only the field for another museum's code can be shown. */
  screen?: string;
  question?: QuestionId;
  chooseExhibitionId?: EntityId;
}

/**
 * Shared by the host's redirect and the gateway's preload. If the visit lacks a need of the screen, the destination is the screen that
 * provides it.
 */
export function decideArrival(arrival: Arrival, screens: readonly DeclaredScreen[]): ArrivalDecision {
  if (!arrival.hasMuseum) return { path: arrivalPath };
  const usual = forMuseum(screens, arrival);
  // The last choice, for a set without a usable conversation.
  const other = usual.find((screen) => canShow(screen, arrival, usual) && screen.provides !== 'answers');
  for (const screen of [screenAt(arrival.path, usual), entryOf(usual, arrival), other]) {
    const decision = leadTo(screen, { arrival, usual });
    if (decision) return decision;
  }
  return { path: arrivalPath };
}

/** A text-chat museum has neither calls nor questions that the chat does not need. */
function forMuseum(screens: readonly DeclaredScreen[], { entryScreen }: Pick<VisitFacts, 'entryScreen'>): readonly DeclaredScreen[] {
  const entry = entryOf(screens, { entryScreen });
  if (entryScreen !== 'text-chat' || entry?.conversation !== 'text') return screens;
  return screens.filter(
    ({ conversation, provides }) => conversation !== 'voice' && (provides !== 'answers' || entry.needs.includes('answers')),
  );
}

export const isForMuseum = (name: string, screens: readonly DeclaredScreen[], facts: Pick<VisitFacts, 'entryScreen'>): boolean =>
  forMuseum(screens, facts).some((screen) => screen.name === name);

function entryOf(screens: readonly DeclaredScreen[], { entryScreen }: Pick<VisitFacts, 'entryScreen'>): DeclaredScreen | undefined {
  const kind = entryScreen === 'text-chat' ? 'text' : 'voice';
  return screens.find(({ conversation }) => conversation === kind) ?? screens.find(({ conversation }) => conversation);
}

interface Way {
  arrival: Arrival;
  usual: readonly DeclaredScreen[];
  /** The screens on the way, which stop a cycle. */
  passed?: readonly DeclaredScreen[];
}

function leadTo(screen: DeclaredScreen | undefined, { arrival, usual, passed = [] }: Way): ArrivalDecision | undefined {
  if (!screen || passed.includes(screen)) return undefined;
  const missing = screen.needs.find((need) => !isKnown(need, arrival, usual));
  if (missing === undefined) return show(screen, arrival);
  const provider = usual.find(({ provides }) => provides === missing);
  const chosen = missing === 'exhibition' && choosesItself(screen, arrival, provider) ? arrival.singleExhibitionId : undefined;
  if (chosen === undefined) return leadTo(provider, { arrival, usual, passed: [...passed, screen] });
  const decision = leadTo(screen, { arrival: { ...arrival, hasExhibition: true }, usual, passed });
  return decision && { ...decision, chooseExhibitionId: chosen };
}

function show({ name, routes, provides }: DeclaredScreen, arrival: Arrival): ArrivalDecision | undefined {
  const path = routes.includes(arrival.path) ? arrival.path : (routes[0] ?? arrivalPath);
  if (provides !== 'answers') return { path, screen: name };
  const question = pickQuestion({ ...arrival, askedQuestion: path === arrival.path ? arrival.askedQuestion : undefined });
  return question && { path, screen: name, question };
}

/** The only exhibition is chosen for the visitor for a chat, or if no screen offers the choice. */
function choosesItself({ conversation }: DeclaredScreen, { entryScreen }: VisitFacts, provider: DeclaredScreen | undefined): boolean {
  return conversation === 'text' || entryScreen === 'text-chat' || provider === undefined;
}

function isKnown(need: string, { hasMuseum, hasExhibition, openQuestions }: VisitFacts, usual: readonly DeclaredScreen[]): boolean {
  if (need === 'museum') return hasMuseum;
  if (need === 'exhibition') return hasExhibition;
  // If no screen asks questions, no question is open.
  return need === 'answers' && (openQuestions.length === 0 || usual.every(({ provides }) => provides !== 'answers'));
}

const canShow = ({ needs }: DeclaredScreen, facts: VisitFacts, usual: readonly DeclaredScreen[]): boolean =>
  needs.every((need) => isKnown(need, facts, usual));

export function readyScreens(facts: VisitFacts, screens: readonly DeclaredScreen[]): DeclaredScreen[] {
  const usual = forMuseum(screens, facts);
  return usual.filter((screen) => canShow(screen, facts, usual));
}

/** The likeliest first. */
export function screensAhead(name: string, screens: readonly DeclaredScreen[], facts: Pick<VisitFacts, 'entryScreen'>): string[] {
  const usual = forMuseum(screens, facts);
  const entry = entryOf(usual, facts);
  const from = usual.find((screen) => screen.name === name);
  return (from?.leadsTo ?? []).filter((next) =>
    usual.some((screen) => screen.name === next && (screen.conversation === undefined || screen === entry)),
  );
}

export function pickQuestion({
  askedQuestion,
  offeredQuestions,
  openQuestions,
}: Pick<Arrival, 'askedQuestion' | 'offeredQuestions' | 'openQuestions'>): QuestionId | undefined {
  const [firstOpen] = openQuestions;
  const asked = askedQuestion && offeredQuestions.includes(askedQuestion) ? askedQuestion : undefined;
  const isBlocked = asked && firstOpen && offeredQuestions.indexOf(firstOpen) < offeredQuestions.indexOf(asked);
  return isBlocked ? firstOpen : (asked ?? firstOpen);
}
