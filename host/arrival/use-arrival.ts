import { parseMuseumLanguage } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { DeclaredScreen } from '@enfilade/shared-contracts/visit/arrival';
import type { VisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isUnknown, type MuseumRecords, useRecord } from '../museums/records.ts';
import { useHost } from '../screens/host-services.ts';
import { type Address, type KnownMuseum, resolve } from './resolve.ts';

export function useArrival(address: Omit<Address, 'isVisiting'>, screens: readonly DeclaredScreen[]) {
  const { session, bus, records } = useHost();
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

/** More redirects in a row are an endless loop. */
const redirectLimit = 100;

/** Throws above the limit, which counts until a view is shown. The error boundary renders the failure. */
export function useRedirect(to: string | undefined, isShown: boolean): void {
  const navigate = useNavigate();
  const count = useRef(0);
  useLayoutEffect(() => {
    if (isShown) count.current = 0;
    if (to === undefined) return;
    count.current += 1;
    if (count.current > redirectLimit) throw new Error(`More than ${redirectLimit} redirects`);
    void navigate(to, { replace: true });
  }, [to, isShown, navigate]);
}
