import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { groupKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useEffect, useState } from 'react';
import type { HostServices } from '../screens/host-services.ts';
import { createPart } from '../texts/late-part.ts';

/** Loaded late, because few visitors lead or join a group. */
const code = createPart('group', () =>
  Promise.all([import(/* webpackChunkName: "group" */ './leader.tsx'), import(/* webpackChunkName: "group" */ './texts/texts.ts')]),
);

const storage = safeStorage(() => window.sessionStorage);

interface LeadPartProps {
  services: HostServices;
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
}

/** The group that this visit leads, beside every screen; empty until the visitor opens the group dialog. */
export function LeadPart(props: LeadPartProps) {
  const { isOpen, onClose, services } = props;
  const [wasLeading] = useState(() => Boolean(storage.readText(groupKey)));
  const loaded = useStore(code, (state) => state);
  const isWanted = isOpen || wasLeading;
  useEffect(() => {
    // The next press tries again.
    if (isWanted) code.load(services.i18n).catch(onClose);
  }, [isWanted, onClose, services]);
  return loaded ? <loaded.Leader {...props} storage={storage} /> : null;
}
