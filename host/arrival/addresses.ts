import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { QuestionId } from '@enfilade/shared-contracts/museum/question-ids';
import { operatorPath } from '@enfilade/shared-contracts/remote/contract';
import { type ArrivalPath, arrivalPaths } from '@enfilade/shared-contracts/visit/arrival';

const trimPath = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The operators' console is no part of the arrival table: it has no museum and no visit. */
export const isOperatorPath = (pathname: string) => trimPath(pathname) === operatorPath;

/** Undefined for a path that is no screen. */
export const parseArrivalPath = (pathname: string): ArrivalPath | undefined => arrivalPaths.find((path) => path === trimPath(pathname));

export interface AddressParts {
  path: ArrivalPath;
  question?: QuestionId | undefined;
  wantsPremium: boolean;
  /** Named in the address only where cookies cannot hold them. */
  museumId?: EntityId | undefined;
  exhibitionId?: EntityId | undefined;
}

/** The address that `parseVisitAddress` and `parseArrivalPath` read these parts from. */
export function formatAddress({ path, question, wantsPremium, museumId, exhibitionId }: AddressParts): string {
  const query = new URLSearchParams();
  if (museumId) query.set('museum', museumId);
  if (exhibitionId) query.set('collection', exhibitionId);
  if (question) query.set('question', question);
  if (wantsPremium) query.set('premium', 'true');
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}
