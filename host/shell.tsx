import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { operatorPath } from '@enfilade/shared-contracts/releases/contract';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { type ArrivalPath, parseArrivalPath, screenPaths } from '@enfilade/shared-contracts/visit/arrival';
import { type AddressParts, formatVisitAddress, parseVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useEffect, useMemo } from 'react';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { CodeView, FailedArrival, LoadingView, NotFound } from './arrival/arrival-views.tsx';
import { type ArrivalState, createRedirectCounter, useArrival } from './arrival/use-arrival.ts';
import { useMuseumTheme } from './museums/use-museum-theme.ts';
import { PreviewBanner } from './preview/preview-banner.tsx';
import type { HostServices } from './screens/host-services.ts';
import { OperatorPage, RemoteScreen } from './screens/remote-screen.tsx';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { Tooltip } from './tooltip.tsx';

const redirects = createRedirectCounter();

export function Shell({ services }: { services: HostServices }) {
  return (
    <BrowserRouter>
      <PreviewBanner preview={services.preview} i18n={services.i18n} clock={services.clock} />
      <Router services={services} />
      <Settings services={services} />
      <Tooltip clock={services.clock} />
    </BrowserRouter>
  );
}

const isOperatorPath = (pathname: string) => pathname.replace(/\/+$/, '') === operatorPath;

function Settings({ services: { i18n, session } }: { services: HostServices }) {
  return <SettingsDialog i18n={i18n} session={session} hasSound={!isOperatorPath(useLocation().pathname)} />;
}

function Router({ services }: { services: HostServices }) {
  const { pathname, search } = useLocation();
  // The operators' console is no part of the arrival table: it has no museum and no visit.
  if (isOperatorPath(pathname)) return <OperatorPage search={search} services={services} />;
  const path = parseArrivalPath(pathname);
  return path ? <ArrivalRoute path={path} search={search} services={services} /> : <NotFound services={services} />;
}

function ArrivalRoute({ path, search, services }: { path: ArrivalPath; search: string; services: HostServices }) {
  const state = useStore(services.session.store, (current) => current);
  const address = useMemo(() => parseVisitAddress(new URLSearchParams(search), state), [search, state]);
  const { wantsPremium } = address;
  const arrival = useArrival(path, address, services);
  const content = arrival.kind === 'screen' ? arrival.content : undefined;
  useMuseumTheme(content?.museum, services, content && localize(content.profile.guideName, state.language));
  const isShown = arrival.kind !== 'redirect' && arrival.kind !== 'loading';
  useEffect(() => {
    if (isShown) redirects.onShown();
  }, [isShown]);

  const next = arrival.kind === 'loading' ? arrival.next : undefined;
  useEffect(() => {
    // Beside the exhibition, not behind it.
    if (next) services.loader.begin(next, 0);
  }, [next, services.loader]);

  if (arrival.kind === 'redirect') {
    redirects.onRedirect();
    return <Navigate replace to={addressFor(services, { path: arrival.path, question: arrival.question, wantsPremium })} />;
  }
  if (arrival.kind === 'loading') return <LoadingView retry={arrival.retry} services={services} />;
  if (arrival.kind === 'failed') return <FailedArrival retry={arrival.retry} services={services} />;
  if (arrival.kind === 'no-museum') return <CodeView isUnknown={arrival.isUnknown} services={services} />;
  return <ScreenRoute key={arrival.screen} arrival={arrival} wantsPremium={wantsPremium} services={services} />;
}

interface ScreenRouteProps {
  arrival: ArrivalState & { kind: 'screen' };
  wantsPremium: boolean;
  services: HostServices;
}

function ScreenRoute({ arrival, wantsPremium, services }: ScreenRouteProps) {
  const navigate = useNavigate();
  const { session, conversation, api, bus, i18n, clock } = services;
  const { content, question } = arrival;
  const props = useMemo<ScreenProps>(
    () => ({
      ...content,
      ...(question && { question }),
      session,
      conversation,
      api,
      bus,
      i18n,
      clock,
      wantsPremium,
      go: (to) =>
        void navigate(addressFor(services, { path: screenPaths[to.screen], question: to.question, wantsPremium }), {
          replace: to.replace ?? false,
        }),
    }),
    [content, question, session, conversation, api, bus, i18n, clock, wantsPremium, navigate, services],
  );
  return <RemoteScreen name={arrival.screen} props={props} services={services} />;
}

/** The ids are named in the address only where cookies cannot hold them, so that an address can be shared and returned to. */
function addressFor({ session }: Pick<HostServices, 'session'>, to: Pick<AddressParts, 'path' | 'question' | 'wantsPremium'>): string {
  const { museumId, exhibitionId } = session.store.getState();
  const isInCookie = museumId !== undefined && document.cookie.includes(`museumID=${museumId}`);
  return formatVisitAddress({ ...to, ...(!isInCookie && { museumId, exhibitionId }) });
}
