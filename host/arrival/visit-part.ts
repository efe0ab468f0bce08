import type { DeclaredScreen } from '@enfilade/shared-contracts/visit/arrival';

/** What is in an address behind the visit's: its end, or a seal of it from another device. */
export type VisitPart = { kind: 'end' } | { kind: 'carried'; seal: string };

export const ends = '#end';
export const seals = '#visit=';

/** @param screen that is shown without it: only what can be talked in has an end */
export function parseVisitPart(hash: string, screen: DeclaredScreen | undefined): VisitPart | undefined {
  if (hash === ends) return screen?.conversation ? { kind: 'end' } : undefined;
  return hash.startsWith(seals) ? { kind: 'carried', seal: hash.slice(seals.length) } : undefined;
}
