import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { type QuestionId, questionIds } from '@enfilade/shared-contracts/museum/question-ids';
import { operatorPath } from '@enfilade/shared-contracts/remote/contract';
import { type ArrivalPath, arrivalPaths } from '@enfilade/shared-contracts/visit/arrival';

/** What an address says; whatever is not well formed counts as unsaid, except a museum id, which is reported. */
export interface Address {
  /** Undefined for a path that is no screen. */
  path: ArrivalPath | undefined;
  museumId: EntityId | undefined;
  /** A museum was named, but not by an id. */
  hasMalformedMuseum: boolean;
  exhibitionId: EntityId | undefined;
  question: QuestionId | undefined;
  wantsPremium: boolean;
  /** `?code`: the visitor wants to type another museum's code. */
  wantsCode: boolean;
}

const isArrivalPath = (path: string): path is ArrivalPath => (arrivalPaths as readonly string[]).includes(path);
const isQuestionId = (id: string | null): id is QuestionId => (questionIds as readonly (string | null)[]).includes(id);

const trimPath = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The operators' console stands outside the arrival table: it has no museum and no visit. */
export const isOperatorPath = (pathname: string) => trimPath(pathname) === operatorPath;

export function parseAddress(pathname: string, search: string): Address {
  const query = new URLSearchParams(search);
  const path = trimPath(pathname);
  const museum = query.get('museum');
  const museumId = parseEntityId(museum?.toLowerCase());
  const question = query.get('question');
  return {
    path: isArrivalPath(path) ? path : undefined,
    museumId,
    hasMalformedMuseum: museum !== null && museumId === undefined,
    exhibitionId: parseEntityId(query.get('collection')?.toLowerCase()),
    question: isQuestionId(question) ? question : undefined,
    wantsPremium: query.get('premium') === 'true',
    wantsCode: query.has('code'),
  };
}

export interface AddressParts {
  path: ArrivalPath;
  question?: QuestionId | undefined;
  wantsPremium: boolean;
  /** Named in the address only where cookies cannot keep them. */
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
}

export function formatAddress({ path, question, wantsPremium, museumId, exhibitionId }: AddressParts): string {
  const query = new URLSearchParams();
  if (museumId) query.set('museum', museumId);
  if (exhibitionId) query.set('collection', exhibitionId);
  if (question) query.set('question', question);
  if (wantsPremium) query.set('premium', 'true');
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
