import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { type DeclaredScreen, isForMuseum } from '@enfilade/shared-contracts/visit/arrival';
import { useMemo } from 'react';
import type { Overview } from './schemas.ts';

type Declaring = Pick<Overview, 'declarations'>;

/** Every published screen of visitors, as they meet them; for the default those of operators too. Sites of earlier releases name what runs. */
export function listScreens({ declarations, museums, default: ofDefault }: Overview, museumId?: string): string[] {
  if (!declarations) return [...new Set([ofDefault, ...museums].flatMap(({ screens }) => Object.keys(screens)))];
  const isOperators = (name: string) => declarations[name]?.audience === 'operators';
  const place = (name: string) => (isOperators(name) ? Number.POSITIVE_INFINITY : (declarations[name]?.needs.length ?? 0));
  return Object.keys(declarations)
    .filter((name) => museumId === '*' || !isOperators(name))
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** The same list as long as it names the same: an overview that is loaded anew mostly does. */
export function useListedScreens(overview: Overview, museumId: string): readonly string[] {
  const key = listScreens(overview, museumId).join(' ');
  return useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
}

/** What a remote is called in the operator's language: by its own name where nobody says. */
export const screenNames =
  ({ declarations = {} }: Declaring, language: Language) =>
  (name: string): string =>
    declarations[name]?.title[language] ?? name;

/** Whether visitors of such a museum come to it. */
export function isUsed({ declarations }: Declaring, name: string, entryScreen: 'visit' | 'text-chat'): boolean {
  if (!declarations) return true;
  const screens = Object.entries(declarations).map(([each, declaration]): DeclaredScreen => ({ ...declaration, name: each }));
  return isForMuseum(name, screens, { entryScreen });
}
