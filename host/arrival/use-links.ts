import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { readyScreens } from '@enfilade/shared-contracts/visit/arrival';
import { useMemo } from 'react';
import { useRecord } from '../museums/records.ts';
import { pickText, useScreens } from '../releases/declared-screens.ts';
import type { HostServices } from '../screens/host-services.ts';
import { factsOf } from './use-arrival.ts';

/** Ways to the museum's screens that may be shown now, as they declare them; a new list whenever one comes or goes. */
export function useLinks(services: Pick<HostServices, 'session' | 'records' | 'currentSet'>): readonly ScreenLink[] {
  const screens = useScreens(services.currentSet);
  const { museumId, exhibitionId, answers, language } = useStore(services.session.store, (state) => state);
  const content = useRecord(museumId ? services.records.museum(museumId) : undefined).data;
  return useMemo(() => {
    const declaring = screens?.filter(({ entries }) => entries?.length) ?? [];
    if (!content || declaring.length === 0) return [];
    const hasExhibition = exhibitionId !== undefined;
    const ready = readyScreens(factsOf({ content, address: { answers, wantsPremium: false }, language, hasExhibition }), screens ?? []);
    return declaring
      .filter((screen) => ready.includes(screen))
      .flatMap(({ name, entries = [] }) =>
        entries.map(({ id, place, title, note, icon }) => ({
          id,
          place,
          screen: name,
          title: pickText(title, language),
          note: note && pickText(note, language),
          icon,
        })),
      );
  }, [screens, content, exhibitionId, answers, language]);
}
