import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { type ReactNode, useEffect } from 'react';
import type { HostServices } from '../screens/host-services.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';

/** Loaded by kiosks alone. */
const code = createLazy(() => import(/* webpackChunkName: "kiosk" */ './kiosk-page.tsx'));
const retryMs = 5_000;

interface KioskRouteProps {
  services: HostServices;
  children: ReactNode;
}

/** The page of a kiosk. Without its code nobody's visit would be forgotten: nothing is shown before it is there. */
export function KioskRoute({ services, children }: KioskRouteProps) {
  const { clock, i18n, session } = services;
  const loaded = useStore(code, (state) => state);
  useEffect(() => {
    let cancel = () => {};
    const load = () => void code.load().catch(() => (cancel = clock.after(retryMs, load)));
    load();
    return () => cancel();
  }, [clock]);
  if (!loaded) return <WaitingPage i18n={i18n} session={session} />;
  return <loaded.KioskPage services={services}>{children}</loaded.KioskPage>;
}
