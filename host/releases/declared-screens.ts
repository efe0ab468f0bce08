import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { DeclaredTexts } from '@enfilade/shared-contracts/releases/declaration';
import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { type DeclaredScreen, screenAt, visitorsScreens } from '@enfilade/shared-contracts/visit/arrival';
import { useState } from 'react';
import type { CurrentSet } from './current-set.ts';

export type DeclaringSet = Pick<CurrentSet, 'getState' | 'subscribe' | 'unverified'>;

type Remotes = Pick<ReleaseSet, 'remotes'>;
const screensOf = new WeakMap<Remotes, readonly DeclaredScreen[]>();

export function readScreens(set: Remotes): readonly DeclaredScreen[] {
  const known = screensOf.get(set) ?? visitorsScreens(set);
  screensOf.set(set, known);
  return known;
}

/** Unverified screens decide only which screen is requested: no file is loaded before the verification. Undefined if no set is known. */
export function declaredScreens({ getState, unverified }: Pick<DeclaringSet, 'getState' | 'unverified'>) {
  const set = getState() ?? unverified();
  return set && readScreens(set);
}

/** The array stays the same until the museum's screens or their language change. */
export function useScreens(sets: DeclaringSet): readonly DeclaredScreen[] | undefined {
  const set = useStore<ReleaseSet | undefined, Remotes | undefined>(sets, (current) => current ?? sets.unverified());
  return set && readScreens(set);
}

/** After a change of language, returns the text that the page has until the new texts arrive. */
export const pickText = (texts: DeclaredTexts, language: Language): string => texts[language] ?? Object.values(texts)[0] ?? '';

const noRoutes: readonly string[] = [];

/** Includes removed screens, whose visitors are redirected instead of seeing 404. */
export function useRoutesOf(path: string, screens: readonly DeclaredScreen[] | undefined) {
  const [routes, setRoutes] = useState(noRoutes);
  const added = screens?.flatMap((screen) => screen.routes).filter((route) => !routes.includes(route)) ?? noRoutes;
  if (added.length > 0) setRoutes([...routes, ...added]);
  return { routes, isGone: screens !== undefined && routes.includes(path) && !screenAt(path, screens) };
}

/** Only a page without a museum has this screen. */
export function findOperatorsScreen(sets: Pick<DeclaringSet, 'getState' | 'unverified'>, path: string): string | undefined {
  const remotes = Object.entries((sets.getState() ?? sets.unverified())?.remotes ?? {});
  return remotes.find(([, { declaration }]) => declaration?.audience === 'operators' && declaration.routes.includes(path))?.[0];
}
