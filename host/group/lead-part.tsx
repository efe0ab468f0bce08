import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useState } from 'react';
import type { HostServices } from '../screens/host-services.ts';

/** For the few who lead or look for a group. */
const code = createLazy(() => import(/* webpackChunkName: "group" */ './leader.tsx'));

/** In the tab's storage: the group that is led. */
const groupKey = 'group';
const storage = safeStorage(() => window.sessionStorage);

interface LeadPartProps {
  services: HostServices;
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
}

/** The group that this visit leads, beside whatever is shown: nothing before the visitor asks for one. */
export function LeadPart(props: LeadPartProps) {
  const { isOpen, onClose } = props;
  const [wasLeading] = useState(() => Boolean(storage.readText(groupKey)));
  const loaded = useStore(code, (state) => state);
  const isWanted = isOpen || wasLeading;
  useEffect(() => {
    // The next press tries again.
    if (isWanted) code.load().catch(onClose);
  }, [isWanted, onClose]);
  return loaded ? <loaded.Leader {...props} storage={storage} groupKey={groupKey} /> : null;
}
