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

/**
 * What the page can show, by its set; before that is verified by what the page says it is: which screen is asked for may be
 * decided by that, since nothing of it is loaded before. Undefined as long as there is neither.
 */
export function declaredScreens({ getState, unverified }: Pick<DeclaringSet, 'getState' | 'unverified'>) {
  const set = getState() ?? unverified();
  return set && readScreens(set);
}

/** The same list until the museum has other screens, or their words are in another language. */
export function useScreens(sets: DeclaringSet): readonly DeclaredScreen[] | undefined {
  const set = useStore<ReleaseSet | undefined, Remotes | undefined>(sets, (current) => current ?? sets.unverified());
  return set && readScreens(set);
}

/** A page has the texts of its own language; until it has them of another one, those it has. */
export const pickText = (texts: DeclaredTexts, language: Language): string => texts[language] ?? Object.values(texts)[0] ?? '';

const noRoutes: readonly string[] = [];

/**
 * The paths of the screens that there are, or were in this page's life, and whether the path is one of the latter: who is there
 * is led on, not told that there is nothing.
 */
export function useRoutesOf(path: string, screens: readonly DeclaredScreen[] | undefined) {
  const [routes, setRoutes] = useState(noRoutes);
  const added = screens?.flatMap((screen) => screen.routes).filter((route) => !routes.includes(route)) ?? noRoutes;
  if (added.length > 0) setRoutes([...routes, ...added]);
  return { routes, isGone: screens !== undefined && routes.includes(path) && !screenAt(path, screens) };
}

/** The operators' screen, which only a page without a museum has; undefined for any other path. */
export function findOperatorsScreen(sets: Pick<DeclaringSet, 'getState' | 'unverified'>, path: string): string | undefined {
  const remotes = Object.entries((sets.getState() ?? sets.unverified())?.remotes ?? {});
  return remotes.find(([, { declaration }]) => declaration?.audience === 'operators' && declaration.routes.includes(path))?.[0];
}
