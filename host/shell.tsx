import { useRequest } from '@enfilade/shared-contracts/kit/use-request';
import { arrivalPath, parsePath } from '@enfilade/shared-contracts/visit/arrival';
import { type ReactNode, useCallback, useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { FailedArrival, LoadingView, NotFound } from './arrival/arrival-views.tsx';
import { LeadPart } from './group/lead-part.tsx';
import { KioskRoute } from './kiosk/kiosk-route.tsx';
import { LanguageNotice, PreviewBanner } from './preview/preview-banner.tsx';
import { findOperatorsScreen, useRoutesOf, useScreens } from './releases/declared-screens.ts';
import { HostBoundary } from './screens/host-boundary.tsx';
import type { HostServices } from './screens/host-services.ts';
import { OperatorPage } from './screens/remote-screen.tsx';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { Tooltip } from './tooltip.tsx';
import { useGo, Visit } from './visit.tsx';

export function Shell({ services }: { services: HostServices }) {
  const page = <Page services={services} />;
  return (
    <BrowserRouter>
      <Failing services={services}>{services.kiosk ? <KioskRoute services={services}>{page}</KioskRoute> : page}</Failing>
    </BrowserRouter>
  );
}

function Page({ services }: { services: HostServices }) {
  const { preview, i18n, clock, failedLanguage, kiosk, session, currentSet } = services;
  const [isGroupOpen, setGroupOpen] = useState(false);
  const close = useCallback(() => setGroupOpen(false), []);
  const open = useCallback(() => setGroupOpen(true), []);
  const { pathname, search } = useLocation();
  const go = useGo(services);
  const path = parsePath(pathname);
  const screens = useScreens(currentSet);
  // The operators' console has no museum and no visit, and so no arrival.
  const operators = findOperatorsScreen(currentSet, path);
  const { routes, isGone } = useRoutesOf(path, screens);
  return (
    <>
      <HostBoundary services={services}>
        <PreviewBanner preview={preview} i18n={i18n} clock={clock} />
        <LanguageNotice failedLanguage={failedLanguage} i18n={i18n} />
        <Tooltip clock={clock} />
      </HostBoundary>
      <HostBoundary services={services} onRetry={close}>
        <LeadPart services={services} isOpen={isGroupOpen} onOpen={open} onClose={close} />
      </HostBoundary>
      <HostBoundary services={services} onRetry={() => session.chooseSettings(false)}>
        {/* A kiosk belongs to no visitor, so it leads no group. */}
        <SettingsDialog services={services} isForVisitors={operators === undefined} onGroups={kiosk ? undefined : open} go={go} />
      </HostBoundary>
      <Failing services={services}>
        {screens ? (
          <Routes>
            {operators && (
              <Route
                caseSensitive
                path={path}
                element={<OperatorPage name={operators} path={path} search={search} services={services} />}
              />
            )}
            {[arrivalPath, ...routes].map((route) => (
              <Route key={route} caseSensitive path={route} element={<Visit {...{ path, screens, isGone, services }} />} />
            ))}
            <Route path="*" element={<NotFound services={services} />} />
          </Routes>
        ) : (
          <FirstSet services={services} />
        )}
      </Failing>
    </>
  );
}

function Failing({ services, children }: { services: HostServices; children: ReactNode }) {
  return (
    <HostBoundary services={services} go={useGo(services)}>
      {children}
    </HostBoundary>
  );
}

/** The set lists the screens, so a page without a usable set requests one first. */
function FirstSet({ services }: { services: HostServices }) {
  const { hasFailed, retry } = useRequest('set', () => services.currentSet.load());
  const View = hasFailed ? FailedArrival : LoadingView;
  return <View retry={retry} services={services} />;
}
