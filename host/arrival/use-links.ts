import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { factsOfVisit, readyScreens } from '@enfilade/shared-contracts/visit/arrival';
import { useMemo } from 'react';
import { useRecord } from '../museums/records.ts';
import { pickText, readScreens } from '../releases/declared-screens.ts';
import { useHost } from '../screens/host-services.ts';

/** Links to the museum's screens whose declared conditions hold now. */
export function useLinks(): readonly ScreenLink[] {
  const { session, records, currentSet } = useHost();
  // Only a verified set gives links.
  const screens = useStore(currentSet, (set) => set && readScreens(set));
  const { museumId, exhibitionId, answers, language } = useStore(session.store, (state) => state);
  const content = useRecord(museumId ? records.museum(museumId) : undefined).data;
  return useMemo(() => {
    if (!content || !screens) return [];
    const { facts } = factsOfVisit({ ...content, answers, language, hasExhibition: exhibitionId !== undefined });
    return readyScreens(facts, screens).flatMap(({ name, entries = [] }) =>
      entries.map(({ title, note, ...entry }) => ({
        ...entry,
        screen: name,
        title: pickText(title, language),
        note: note && pickText(note, language),
      })),
    );
  }, [screens, content, exhibitionId, answers, language]);
}
