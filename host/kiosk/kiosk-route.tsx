import { type ReactNode, useEffect } from 'react';
import type { HostServices } from '../screens/host-services.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';
import { createPart, usePart } from '../texts/late-part.ts';

/** Only kiosks load this chunk. */
const page = createPart('kiosk', () => import(/* webpackChunkName: "kiosk" */ './kiosk-page.tsx'));
const retryMs = 5_000;

interface KioskRouteProps {
  services: HostServices;
  children: ReactNode;
}

/** If the chunk is missing, nothing deletes the visit, so the page stays empty until the chunk has loaded. */
export function KioskRoute({ services, children }: KioskRouteProps) {
  const { clock, i18n, session } = services;
  const { code, hasFailed, retry } = usePart(page, i18n);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => (hasFailed ? clock.after(retryMs, retry) : undefined), [hasFailed, clock]);
  if (!code) return <WaitingPage i18n={i18n} session={session} />;
  return <code.KioskPage services={services}>{children}</code.KioskPage>;
}
