import type { DeclaredScreen } from '@enfilade/shared-contracts/visit/arrival';

/** `end`: the end of this visit. `carried`: a visit that another device has sealed. */
export type VisitPart = { kind: 'end' } | { kind: 'carried'; seal: string };

export const ends = '#end';
export const seals = '#visit=';

/** @param screen the screen at the path; only a screen with a conversation has an end */
export function parseVisitPart(hash: string, screen: DeclaredScreen | undefined): VisitPart | undefined {
  if (hash === ends) return screen?.conversation ? { kind: 'end' } : undefined;
  return hash.startsWith(seals) ? { kind: 'carried', seal: hash.slice(seals.length) } : undefined;
}
