import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useTranslation } from '@enfilade/shared-contracts/i18n/use-translation';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { storeAskedObject } from '@enfilade/shared-contracts/ui/finding/asked-object';
import { arrivalPath, type DeclaredScreen, parsePath, pathOf } from '@enfilade/shared-contracts/visit/arrival';
import {
  type AddressParts,
  formatVisitAddress,
  parseVisitAddress,
  type VisitAddress,
} from '@enfilade/shared-contracts/visit/visit-address';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { CodeView, FailedArrival, LoadingView, NotFound } from './arrival/arrival-views.tsx';
import { type ArrivalState, createRedirectCounter, type ScreenContent, useArrival } from './arrival/use-arrival.ts';
import { useLinks } from './arrival/use-links.ts';
import { withEasyTexts } from './easy-language.ts';
import { EndRoute } from './end/end-route.tsx';
import { ends, parseVisitPart, seals } from './end/visit-part.ts';
import { FollowRoute } from './group/follow-route.tsx';
import { LeadPart } from './group/lead-part.tsx';
import { KioskRoute } from './kiosk/kiosk-route.tsx';
import { useMuseumTheme } from './museums/use-museum-theme.ts';
import { LanguageNotice, NoticeBar, PreviewBanner } from './preview/preview-banner.tsx';
import { declaredScreens, findOperatorsScreen, usePathOfScreen, useScreens } from './releases/declared-screens.ts';
import { HostBoundary } from './screens/host-boundary.tsx';
import type { HostServices } from './screens/host-services.ts';
import { OperatorPage, RemoteScreen } from './screens/remote-screen.tsx';
import { SettingsDialog } from './settings/settings-dialog.tsx';
import { createOpenSlot } from './slots/open-slot.ts';
import type { TextKey } from './texts/texts.ts';
import { Tooltip } from './tooltip.tsx';

const redirects = createRedirectCounter();

export function Shell({ services }: { services: HostServices }) {
  return (
    <BrowserRouter>
      <Failing services={services}>
        {services.kiosk ? (
          <KioskRoute services={services}>
            <Page services={services} />
          </KioskRoute>
        ) : (
          <Page services={services} />
        )}
      </Failing>
    </BrowserRouter>
  );
}

function Page({ services }: { services: HostServices }) {
  const [isGroupOpen, setGroupOpen] = useState(false);
  const close = useCallback(() => setGroupOpen(false), []);
  const open = useCallback(() => setGroupOpen(true), []);
  return (
    <>
      <HostBoundary services={services}>
        <PreviewBanner preview={services.preview} i18n={services.i18n} clock={services.clock} />
        <LanguageNotice failedLanguage={services.failedLanguage} i18n={services.i18n} />
        <Tooltip clock={services.clock} />
      </HostBoundary>
      <HostBoundary services={services} onRetry={close}>
        <LeadPart services={services} isOpen={isGroupOpen} onOpen={open} onClose={close} />
      </HostBoundary>
      <HostBoundary services={services} onRetry={() => services.session.chooseSettings(false)}>
        {/* A kiosk is nobody's: it leads no group. */}
        <Settings services={services} onGroups={services.kiosk ? undefined : open} />
      </HostBoundary>
      <Failing services={services}>
        <Router services={services} />
      </Failing>
    </>
  );
}

function Failing({ services, children }: { services: HostServices; children: ReactNode }) {
  return (
    <HostBoundary services={services} go={useGo(services)} onRetry={redirects.onShown}>
      {children}
    </HostBoundary>
  );
}

function Settings({ services, onGroups }: { services: HostServices; onGroups: (() => void) | undefined }) {
  const { i18n, session, records, currentSet } = services;
  const isForVisitors = findOperatorsScreen(currentSet, parsePath(useLocation().pathname)) === undefined;
  const links = useLinks(services);
  const go = useGo(services);
  const museumId = useStore(session.store, (state) => state.museumId);
  const museum = isForVisitors && museumId ? records.museum(museumId) : undefined;
  const groups = isForVisitors ? onGroups : undefined;
  return <SettingsDialog i18n={i18n} session={session} hasSound={isForVisitors} museum={museum} onGroups={groups} links={links} go={go} />;
}

function Router({ services }: { services: HostServices }) {
  const { pathname, search, hash } = useLocation();
  const path = parsePath(pathname);
  const screens = useScreens(services.currentSet);
  // The operators' console is no part of arrival: it has no museum and no visit.
  const operators = findOperatorsScreen(services.currentSet, path);
  if (operators !== undefined) return <OperatorPage name={operators} path={path} search={search} services={services} />;
  return screens ? (
    <VisitorsRoute path={path} screens={screens} search={search} hash={hash} services={services} />
  ) : (
    <FirstSet services={services} />
  );
}

/** A page that came without a set which may run asks for one before it knows what there is. */
function FirstSet({ services }: { services: HostServices }) {
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    services.currentSet.load().catch(() => setFailed(true));
  }, [services]);
  useEffect(load, [load]);
  const View = hasFailed ? FailedArrival : LoadingView;
  return <View retry={load} services={services} />;
}

function VisitorsRoute(props: ArrivalRouteProps) {
  const { path, screens, services } = props;
  const { t } = useTranslation<TextKey>(services.i18n, 'host');
  const { isScreen, wasScreen } = usePathOfScreen(path, screens);
  const [isLedOn, setLedOn] = useState(false);
  useEffect(() => {
    if (wasScreen) setLedOn(true);
  }, [wasScreen]);
  const close = () => setLedOn(false);
  return (
    <>
      {isLedOn && <NoticeBar i18n={services.i18n} label={t('gone.name')} text={t('gone.text')} onClose={close} />}
      {isScreen || wasScreen || path === arrivalPath ? <ArrivalRoute {...props} /> : <NotFound services={services} />}
    </>
  );
}

interface ArrivalRouteProps {
  path: string;
  screens: readonly DeclaredScreen[];
  search: string;
  hash: string;
  services: HostServices;
}

function ArrivalRoute(props: ArrivalRouteProps) {
  const { path, search, services } = props;
  const state = useStore(services.session.store, (current) => current);
  const address = useMemo(() => {
    const parsed = parseVisitAddress(new URLSearchParams(search), state);
    // A kiosk stays its museum's.
    return services.kiosk && parsed.museumId ? { ...parsed, wantsCode: false } : parsed;
  }, [search, state, services.kiosk]);
  const { groupCode } = address;
  if (groupCode && path === arrivalPath && !services.kiosk) return <FollowRoute code={groupCode} services={services} />;
  return <VisitRoute {...props} address={address} language={state.language} />;
}

interface VisitRouteProps extends ArrivalRouteProps {
  address: VisitAddress;
  language: Language;
}

function VisitRoute({ path, screens, hash, address, language, services }: VisitRouteProps) {
  const { wantsPremium, museumId, objectNumber } = address;
  useEffect(() => {
    if (museumId && objectNumber) storeAskedObject({ museumId, number: objectNumber });
  }, [museumId, objectNumber]);
  const arrival = useArrival({ path, address, screens }, services);
  const { content, end } = useVisitEnd(hash, arrival);
  useMuseumTheme(content?.museum, services, content && localize(content.profile.guideName, language));
  const isShown = arrival.kind !== 'redirect' && arrival.kind !== 'loading';
  useEffect(() => {
    if (isShown) redirects.onShown();
  }, [isShown]);

  const links = useLinks(services);
  const go = useGo(services, wantsPremium);
  const next = arrival.kind === 'loading' ? arrival.next : undefined;
  useEffect(() => {
    // Beside the exhibition, not behind it.
    if (next) services.loader.begin(next);
  }, [next, services.loader]);

  if (end) return <EndRoute {...end} {...{ links, go, services }} addressOf={(to) => addressFor(services, { path: to, wantsPremium })} />;
  if (arrival.kind === 'redirect') {
    redirects.onRedirect();
    const to = addressFor(services, { path: arrival.path, question: arrival.question, wantsPremium });
    return <Navigate replace to={hash.startsWith(seals) ? to + hash : to} />;
  }
  if (arrival.kind === 'loading') return <LoadingView retry={arrival.retry} services={services} />;
  if (arrival.kind === 'failed') return <FailedArrival retry={arrival.retry} services={services} />;
  if (arrival.kind === 'no-museum') return <CodeView isUnknown={arrival.isUnknown} services={services} />;
  return <ScreenRoute key={arrival.screen.name} {...{ arrival, wantsPremium, links, go, services }} />;
}

/** What an address shows in place of a screen, and the museum the page is in: after forgetting, no visit says it any more. */
function useVisitEnd(hash: string, arrival: ArrivalState) {
  const [ended, setEnded] = useState<ScreenContent>();
  const forgotten = hash === ends ? ended : undefined;
  const part = forgotten ? undefined : parseVisitPart(hash, arrival.kind === 'screen' ? arrival.screen : undefined);
  const content = forgotten ?? (arrival.kind === 'screen' ? arrival.content : undefined);
  return { content, end: content && (part || forgotten) && { part, content, onForget: () => setEnded(content) } };
}

interface ScreenRouteProps extends Required<Pick<ScreenProps, 'links' | 'go'>> {
  arrival: ArrivalState & { kind: 'screen' };
  wantsPremium: boolean;
  services: HostServices;
}

function ScreenRoute({ arrival, wantsPremium, links: all, go, services }: ScreenRouteProps) {
  const { session, conversation, api, bus, i18n, clock } = services;
  const { question, screen } = arrival;
  const content = useWantedTexts(arrival.content, session);
  const links = useMemo(() => all.filter((link) => link.screen !== screen.name), [all, screen.name]);
  const openSlot = useMemo(() => createOpenSlot(screen.name, services, go), [screen.name, services, go]);
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
      links,
      go,
      openSlot,
    }),
    [content, question, session, conversation, api, bus, i18n, clock, wantsPremium, links, go, openSlot],
  );
  return <RemoteScreen screen={screen} props={props} services={services} />;
}

/** Goes to a screen by its name; to where arriving leads when the museum has none of that name. */
function useGo(services: HostServices, wantsPremium = false): ScreenProps['go'] {
  const navigate = useNavigate();
  return useCallback(
    ({ screen, question, replace = false }) => {
      const path = pathOf(screen, declaredScreens(services.currentSet) ?? []);
      void navigate(
        screen === 'end' ? { search: location.search, hash: ends } : addressFor(services, { path, question, wantsPremium }),
        // In a kiosk nothing leads back to what another visitor saw.
        { replace: replace || services.kiosk !== undefined },
      );
    },
    [navigate, services, wantsPremium],
  );
}

/** In easy language what the museum has in it, where the visitor wants that. */
function useWantedTexts(content: ScreenContent, { store }: Pick<HostServices, 'session'>['session']): ScreenContent {
  const isEasy = useStore(store, ({ settings }) => settings.isEasy);
  const language = useStore(store, (state) => state.language);
  return useMemo(() => (isEasy ? { ...content, profile: withEasyTexts(content.profile, language) } : content), [content, isEasy, language]);
}

/** The ids are named in the address only where cookies cannot hold them, so that an address can be shared and returned to. */
function addressFor({ session }: Pick<HostServices, 'session'>, to: Pick<AddressParts, 'path' | 'question' | 'wantsPremium'>): string {
  const { museumId, exhibitionId } = session.store.getState();
  const isInCookie = museumId !== undefined && document.cookie.includes(`museumID=${museumId}`);
  return formatVisitAddress({ ...to, ...(!isInCookie && { museumId, exhibitionId }) });
}
