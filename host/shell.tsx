import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { arrivalPath, parsePath } from '@enfilade/shared-contracts/visit/arrival';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { FailedArrival, LoadingView, NotFound } from './arrival/arrival-views.tsx';
import { LeadPart } from './group/lead-part.tsx';
import { findOperatorsScreen, useRoutesOf, useScreens } from './releases/declared-screens.ts';
import { HostBoundary } from './screens/host-boundary.tsx';
import { HostContext, type HostServices, useHost } from './screens/host-services.ts';
import { LanguageNotice, PreviewBanner } from './screens/preview-banner.tsx';
import { OperatorPage } from './screens/remote-screen.tsx';
import { WaitingPage } from './screens/waiting-view.tsx';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { createPart, usePart } from './texts/late-part.ts';
import { Tooltip } from './tooltip.tsx';
import { useGo, Visit } from './visit.tsx';

export function Shell({ services }: { services: HostServices }) {
  const page = <Page />;
  return (
    <BrowserRouter>
      <HostContext value={services}>
        <Failing>{services.kiosk ? <KioskRoute>{page}</KioskRoute> : page}</Failing>
      </HostContext>
    </BrowserRouter>
  );
}

function Page() {
  const { clock, kiosk, session, currentSet } = useHost();
  const [isGroupOpen, setGroupOpen] = useState(false);
  const close = useCallback(() => setGroupOpen(false), []);
  const open = useCallback(() => setGroupOpen(true), []);
  const { pathname, search } = useLocation();
  const go = useGo();
  const path = parsePath(pathname);
  const screens = useScreens(currentSet);
  // The operators' console has no museum and no visit, and so no arrival.
  const operators = findOperatorsScreen(currentSet, path);
  const { routes, isGone } = useRoutesOf(path, screens);
  return (
    <>
      <HostBoundary>
        <PreviewBanner />
        <LanguageNotice />
        <Tooltip clock={clock} />
      </HostBoundary>
      <HostBoundary onRetry={close}>
        <LeadPart isOpen={isGroupOpen} onOpen={open} onClose={close} />
      </HostBoundary>
      <HostBoundary onRetry={() => session.chooseSettings(false)}>
        {/* A kiosk belongs to no visitor, so it leads no group. */}
        <SettingsDialog isForVisitors={operators === undefined} onGroups={kiosk ? undefined : open} go={go} />
      </HostBoundary>
      <Failing>
        {screens ? (
          <Routes>
            {operators && <Route caseSensitive path={path} element={<OperatorPage name={operators} path={path} search={search} />} />}
            {[arrivalPath, ...routes].map((route) => (
              <Route key={route} caseSensitive path={route} element={<Visit {...{ path, screens, isGone }} />} />
            ))}
            <Route path="*" element={<NotFound />} />
          </Routes>
        ) : (
          <FirstSet />
        )}
      </Failing>
    </>
  );
}

function Failing({ children }: { children: ReactNode }) {
  return <HostBoundary go={useGo()}>{children}</HostBoundary>;
}

/** The set lists the screens, so a page without a usable set requests one first. */
function FirstSet() {
  const { currentSet } = useHost();
  const { hasFailed, retry } = useRequest('set', () => currentSet.load());
  const View = hasFailed ? FailedArrival : LoadingView;
  return <View retry={retry} />;
}

/** Only kiosks load this chunk. */
const kioskPage = createPart('kiosk', () => import(/* webpackChunkName: "kiosk" */ './kiosk/kiosk-page.tsx'));
const kioskRetryMs = 5_000;

/** If the chunk is missing, nothing deletes the visit, so the page stays empty until the chunk has loaded. */
function KioskRoute({ children }: { children: ReactNode }) {
  const { clock, i18n } = useHost();
  const { code, hasFailed, retry } = usePart(kioskPage, i18n);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => (hasFailed ? clock.after(kioskRetryMs, retry) : undefined), [hasFailed, clock]);
  if (!code) return <WaitingPage />;
  return <code.KioskPage>{children}</code.KioskPage>;
}
