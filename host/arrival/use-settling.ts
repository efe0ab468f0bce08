import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { singleExhibitionOf } from '@enfilade/shared-contracts/visit/arrival';
import { useEffect, useRef } from 'react';
import type { Services } from '../screens/services.ts';

export interface Settling {
  museumId: EntityId | undefined;
  exhibitionId: EntityId | undefined;
  answer: MuseumResponse | undefined;
  isLoaded: boolean;
  services: Services;
}

/**
 * Stores both ids once museum and exhibition are loaded, never before: a mistyped address must not
 * overwrite a visit that is under way. True when the session agrees with what was loaded.
 */
export function useSettling({ museumId, exhibitionId, answer, isLoaded, services }: Settling): boolean {
  const { session, bus } = services;
  const state = useStore(session.store, (whole) => whole);
  const told = useRef<EntityId | undefined>(undefined);
  // A text-chat museum with one exhibition chooses it by itself (design: arrival).
  const wanted = exhibitionId ?? (answer?.profile.entryScreen === 'text-chat' ? singleExhibitionOf(answer.museum) : undefined);
  const isSettled = isLoaded && state.museumId === museumId && (wanted === undefined || state.exhibitionId === wanted);

  useEffect(() => {
    if (!isLoaded || !museumId || !answer) return;
    if (!isSettled) session.arrive(museumId, wanted);
    if (told.current === museumId) return;
    told.current = museumId;
    session.setLanguage(parseMuseumLanguage(answer.museum.defaultLanguage), false);
    bus.emit('visitor-arrived', { museumId });
  }, [isLoaded, isSettled, museumId, wanted, answer, session, bus]);

  return isSettled;
}
