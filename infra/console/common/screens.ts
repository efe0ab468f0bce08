import type { Overview } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { isForMuseum } from '@enfilade/shared-contracts/visit/arrival';
import { useMemo } from 'react';

type Declaring = Pick<Overview, 'declarations'>;

/** In the order of a visit; for the default also the operators' screens. */
export function listScreens({ declarations }: Declaring, museumId?: string): string[] {
  const isOperators = (name: string) => declarations[name]?.audience === 'operators';
  const place = (name: string) => (isOperators(name) ? Number.POSITIVE_INFINITY : (declarations[name]?.needs.length ?? 0));
  return Object.keys(declarations)
    .filter((name) => museumId === '*' || !isOperators(name))
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** The array stays the same while the overview lists the same screens, because requests depend on it. */
export function useListedScreens(overview: Overview, museumId: string): readonly string[] {
  const key = listScreens(overview, museumId).join(' ');
  return useMemo(() => key.split(' ').filter(Boolean), [key]);
}

/** The title in the operator's language, or the name if the remote has no title. */
export const screenNames =
  ({ declarations }: Declaring, language: Language) =>
  (name: string): string =>
    declarations[name]?.title[language] ?? name;

export function isUsed({ declarations }: Declaring, name: string, entryScreen: 'visit' | 'text-chat'): boolean {
  const screens = Object.entries(declarations).map(([each, declaration]) => ({ ...declaration, name: each }));
  return isForMuseum(name, screens, { entryScreen });
}
