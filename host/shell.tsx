import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import type { ArrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { screenPaths } from '@enfilade/shared-contracts/visit/arrival';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { type Address, formatAddress, isOperatorPath, parseAddress } from './arrival/addresses.ts';
import { FailedArrival, LoadingView } from './arrival/arrival-view.tsx';
import { CodeView } from './arrival/code-view.tsx';
import { NotFound } from './arrival/not-found.tsx';
import { createRedirectCount } from './arrival/redirect-limit.ts';
import { type ArrivalState, useArrival } from './arrival/use-arrival.ts';
import { PreviewBanner } from './preview/preview-banner.tsx';
import { OperatorPage } from './screens/operator-page.tsx';
import { RemoteScreen } from './screens/remote-screen.tsx';
import type { Services } from './screens/services.ts';
import { useMuseumTheme } from './screens/use-museum-theme.ts';

const redirects = createRedirectCount();

export function Shell({ services, queries }: { services: Services; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <PreviewBanner services={services} />
        <Corridor services={services} />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

function Corridor({ services }: { services: Services }) {
  const { pathname, search } = useLocation();
  const address = useMemo(() => parseAddress(pathname, search), [pathname, search]);
  if (isOperatorPath(pathname)) return <OperatorPage search={search} services={services} />;
  if (!address.path) return <NotFound services={services} />;
  return <Arriving address={{ ...address, path: address.path }} services={services} />;
}

function Arriving({ address, services }: { address: Address & { path: ArrivalPath }; services: Services }) {
  const arrival = useArrival(address, services);
  useMuseumTheme(arrival.kind === 'screen' ? arrival.place.museum : undefined, services);
  const isShown = arrival.kind !== 'redirect' && arrival.kind !== 'loading';
  useEffect(() => {
    if (isShown) redirects.shown();
  }, [isShown]);

  if (arrival.kind === 'redirect') {
    redirects.redirected();
    return (
      <Navigate replace to={addressFor(services, { path: arrival.path, question: arrival.question, wantsPremium: address.wantsPremium })} />
    );
  }
  if (arrival.kind === 'loading') return <LoadingView retry={arrival.retry} services={services} />;
  if (arrival.kind === 'failed') return <FailedArrival retry={arrival.retry} services={services} />;
  if (arrival.kind === 'no-museum') return <CodeView isUnknown={arrival.isUnknown} services={services} />;
  return <Screen key={arrival.screen} arrival={arrival} wantsPremium={address.wantsPremium} services={services} />;
}

interface ScreenFrame {
  arrival: ArrivalState & { kind: 'screen' };
  wantsPremium: boolean;
  services: Services;
}

function Screen({ arrival, wantsPremium, services }: ScreenFrame) {
  const navigate = useNavigate();
  const { session, conversation, api, bus, i18n, clock } = services;
  const { place, question } = arrival;
  const props = useMemo<ScreenProps>(
    () => ({
      ...place,
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
    [place, question, session, conversation, api, bus, i18n, clock, wantsPremium, navigate, services],
  );
  return <RemoteScreen name={arrival.screen} props={props} services={services} />;
}

/** The ids stand in the address only where cookies cannot keep them: an address without them is one to share and go back to. */
function addressFor({ session }: Services, to: Pick<Parameters<typeof formatAddress>[0], 'path' | 'question' | 'wantsPremium'>): string {
  const { museumId, exhibitionId } = session.store.getState();
  const isKept = museumId !== undefined && document.cookie.includes(`museumID=${museumId}`);
  return formatAddress({ ...to, ...(!isKept && { museumId, exhibitionId }) });
}
