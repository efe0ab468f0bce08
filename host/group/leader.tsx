import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import type { SafeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useMemo } from 'react';
import { formatEnd } from '../preview/preview-banner.tsx';
import type { HostServices } from '../screens/host-services.ts';
import { createGroupApi } from './group-api.ts';
import { createLeading } from './lead-group.ts';
import { GroupBar, GroupDialog } from './leader-views.tsx';
import type { TextKey } from './texts/texts.ts';

interface LeaderProps {
  services: HostServices;
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
  storage: SafeStorage;
}

export function Leader({ services, isOpen, onOpen, onClose, storage }: LeaderProps) {
  const { session, conversation, clock, environment, i18n } = services;
  const { t, language } = useTranslation<TextKey>(i18n, 'group');
  const leading = useMemo(
    () => createLeading({ api: createGroupApi(environment), session, conversation, clock, storage }),
    [environment, session, conversation, clock, storage],
  );
  useEffect(() => leading.run(), [leading]);
  const state = useStore(leading, (current) => current);
  const museumId = useStore(session.store, (current) => current.museumId);
  const hasExhibition = useStore(session.store, ({ exhibitionId }) => exhibitionId !== undefined);
  const addressOf = (groupCode: string) => formatVisitAddress({ path: arrivalPath, wantsPremium: false, museumId, groupCode });
  return (
    <>
      {state.kind === 'leading' && <GroupBar state={state} t={t} onOpen={onOpen} />}
      {isOpen && (
        <GroupDialog
          state={state}
          t={t}
          site={location.host}
          link={state.kind === 'leading' ? location.origin + addressOf(state.code) : ''}
          ends={state.kind === 'leading' ? formatEnd(state.endsAt, language, clock.now()) : ''}
          canLead={hasExhibition}
          leading={leading}
          // The group may be in another museum, whose release set needs a new page.
          onFollow={(code) => location.assign(formatVisitAddress({ path: arrivalPath, wantsPremium: false, groupCode: code }))}
          onClose={onClose}
        />
      )}
    </>
  );
}
