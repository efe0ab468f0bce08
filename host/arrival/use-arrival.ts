import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { DeclaredScreen } from '@enfilade/shared-contracts/visit/arrival';
import type { VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useRef, useState } from 'react';
import { isUnknown, type MuseumRecords, useRecord } from '../museums/records.ts';
import type { HostServices } from '../screens/host-services.ts';
import { type Address, type KnownMuseum, resolve } from './resolve.ts';

/** Loads the museum and the exhibition in the address, resolves the address, and stores the visit that begins. */
export function useArrival(
  address: Omit<Address, 'isVisiting'>,
  screens: readonly DeclaredScreen[],
  { session, bus, records }: Pick<HostServices, 'session' | 'bus' | 'records'>,
) {
  const state = useStore(session.store, (current) => current);
  const { retry, ...museum } = useMuseum(address.visit, records);
  const [shownPath, setShownPath] = useState<string>();
  const view = resolve({ ...address, isVisiting: shownPath === address.path }, state, screens, museum);

  const shown = view.kind === 'screen' ? address.path : undefined;
  if (shown !== undefined && shown !== shownPath) setShownPath(shown);

  const { museumId } = address.visit;
  const arrives = view.kind === 'loading' ? view.arrives : undefined;
  const exhibitionId = arrives?.exhibitionId;
  const isArriving = arrives !== undefined;
  const language = museum.isLoaded ? museum.content?.museum.defaultLanguage : undefined;
  const announced = useRef<EntityId | undefined>(undefined);
  useEffect(() => {
    if (language === undefined || !museumId) return;
    if (isArriving) session.arrive(museumId, exhibitionId);
    if (announced.current === museumId) return;
    announced.current = museumId;
    session.setLanguage(parseMuseumLanguage(language), false);
    bus.emit('visitor-arrived', { museumId });
  }, [language, museumId, isArriving, exhibitionId, session, bus]);
  return { view, retry };
}

function useMuseum({ museumId, exhibitionId }: VisitAddress, records: MuseumRecords): KnownMuseum & { retry(): void } {
  const ofMuseum = museumId ? records.museum(museumId) : undefined;
  const ofExhibition = museumId && exhibitionId ? records.exhibition(museumId, exhibitionId) : undefined;
  const museum = useRecord(ofMuseum);
  const exhibition = useRecord(ofExhibition);
  /** True if the exhibition belongs to another museum, or does not exist. */
  const isForeign = isUnknown(exhibition.error);
  const { data } = exhibition;
  return {
    content: museum.data && { ...museum.data, ...(data && !isForeign && { exhibition: data }) },
    exhibitionId: isForeign ? undefined : exhibitionId,
    isLoaded: museum.data !== undefined && (!ofExhibition || isForeign || data !== undefined),
    isUnknown: isUnknown(museum.error),
    hasFailed: museum.error !== undefined || (exhibition.error !== undefined && !isForeign),
    retry() {
      if (!museum.data) ofMuseum?.reload();
      if (!data) ofExhibition?.reload();
    },
  };
}

/** Limit of redirects in a row; more redirects are an endless loop. */
export const redirectLimit = 100;

export class TooManyRedirectsError extends Error {
  readonly code = 'too-many-redirects';
  constructor() {
    super(`More than ${redirectLimit} redirects`);
  }
}

export type Redirects = ReturnType<typeof createRedirectCounter>;

/** Counts redirects until a view is shown. */
export function createRedirectCounter() {
  let count = 0;
  return {
    /** Throws TooManyRedirectsError above the limit. */
    onRedirect() {
      count += 1;
      if (count > redirectLimit) throw new TooManyRedirectsError();
    },
    onShown() {
      count = 0;
    },
  };
}
