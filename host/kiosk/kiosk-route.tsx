import { type ReactNode, useEffect } from 'react';
import { useHost } from '../screens/host-services.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';
import { createPart, usePart } from '../texts/late-part.ts';

/** Only kiosks load this chunk. */
const page = createPart('kiosk', () => import(/* webpackChunkName: "kiosk" */ './kiosk-page.tsx'));
const retryMs = 5_000;

/** If the chunk is missing, nothing deletes the visit, so the page stays empty until the chunk has loaded. */
export function KioskRoute({ children }: { children: ReactNode }) {
  const { clock } = useHost();
  const { code, hasFailed, retry } = usePart(page);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => (hasFailed ? clock.after(retryMs, retry) : undefined), [hasFailed, clock]);
  if (!code) return <WaitingPage />;
  return <code.KioskPage>{children}</code.KioskPage>;
}
