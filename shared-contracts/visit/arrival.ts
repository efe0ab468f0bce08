import type { EntityId } from '../museum/id.ts';
import type { Museum } from '../museum/museum.ts';
import type { QuestionId } from '../museum/question-ids.ts';
import type { ScreenName } from '../releases/contract.ts';

/** The paths of the composition, and the screen each shows. */
export const screenPaths = {
  landing: '/collection-selection',
  tailoring: '/tailoring',
  visit: '/visit',
  chat: '/text-chat',
} as const;
export const arrivalPath = '/';

export type ArrivalPath = typeof arrivalPath | (typeof screenPaths)[keyof typeof screenPaths];

export const arrivalPaths: readonly ArrivalPath[] = [arrivalPath, ...Object.values(screenPaths)];

/** The path without its closing slashes; undefined when it is none of the composition. */
export const parseArrivalPath = (pathname: string): ArrivalPath | undefined =>
  arrivalPaths.find((path) => path === pathname || path === pathname.replace(/\/+$/, ''));

/** The screen a path shows; `/` shows none. */
export function screenAt(path: ArrivalPath): ScreenName | undefined {
  return (Object.keys(screenPaths) as ScreenName[]).find((name) => screenPaths[name] === path);
}

/** The museum's only exhibition, if it has just one. */
export function singleExhibitionOf({ exhibitions }: Pick<Museum, 'exhibitions'>): EntityId | undefined {
  return exhibitions.length === 1 ? exhibitions[0]?._id : undefined;
}

/** What the table decides by. */
export interface Arrival {
  path: ArrivalPath;
  hasMuseum: boolean;
  hasExhibition: boolean;
  /** The museum's only exhibition, if it has just one. */
  singleExhibitionId?: string | undefined;
  entryScreen: 'visit' | 'text-chat';
  /** Offered questions without an answer, in order. */
  openQuestions: readonly QuestionId[];
  /** Offered questions, in order. */
  offeredQuestions: readonly QuestionId[];
  /** `?question=` of the address, when it names a question. */
  askedQuestion?: QuestionId | undefined;
}

/** Where the visitor ends up. `chooseExhibitionId` is set when the only exhibition was chosen for them. */
export interface ArrivalDecision {
  path: ArrivalPath;
  question?: QuestionId;
  chooseExhibitionId?: string;
}

/** The arrival table: the host redirects by it, the gateway preloads by it. */
export function decideArrival(arrival: Arrival): ArrivalDecision {
  if (!arrival.hasMuseum) return { path: arrivalPath };
  if (!arrival.hasExhibition) return withoutExhibition(arrival);
  if (arrival.path === screenPaths.landing) return { path: screenPaths.landing };
  if (arrival.path === screenPaths.chat || arrival.entryScreen === 'text-chat') return { path: screenPaths.chat };
  return tailoringOrVisit(arrival);
}

function withoutExhibition({ path, entryScreen, singleExhibitionId }: Arrival): ArrivalDecision {
  const choosesItself = singleExhibitionId !== undefined && (entryScreen === 'text-chat' || path === screenPaths.chat);
  if (choosesItself && path !== screenPaths.landing) return { path: screenPaths.chat, chooseExhibitionId: singleExhibitionId };
  return { path: screenPaths.landing };
}

function tailoringOrVisit(arrival: Arrival): ArrivalDecision {
  const { askedQuestion, offeredQuestions, openQuestions } = arrival;
  const firstOpen = openQuestions[0];
  const asked = askedQuestion && offeredQuestions.includes(askedQuestion) ? askedQuestion : undefined;
  if (arrival.path === screenPaths.tailoring && asked) {
    const isBlocked = firstOpen && offeredQuestions.indexOf(firstOpen) < offeredQuestions.indexOf(asked);
    return { path: screenPaths.tailoring, question: isBlocked ? firstOpen : asked };
  }
  return firstOpen ? { path: screenPaths.tailoring, question: firstOpen } : { path: screenPaths.visit };
}
