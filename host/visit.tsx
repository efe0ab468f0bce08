import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { storeAskedObject } from '@enfilade/shared-contracts/ui/finding/asked-object';
import { arrivalPath, type DeclaredScreen, pathOf } from '@enfilade/shared-contracts/visit/arrival';
import {
  type AddressParts,
  formatVisitAddress,
  parseVisitAddress,
  type VisitAddress,
} from '@enfilade/shared-contracts/visit/visit-address';
import type { VisitCookies } from '@enfilade/shared-contracts/visit/visit-cookies';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { CodeView, FailedArrival, LatePage, LoadingView } from './arrival/arrival-views.tsx';
import type { ScreenContent, View } from './arrival/resolve.ts';
import { useArrival, useRedirect } from './arrival/use-arrival.ts';
import { useLinks } from './arrival/use-links.ts';
import { ends, type VisitPart } from './arrival/visit-part.ts';
import { withEasyTexts } from './easy-language.ts';
import { useMuseumTheme } from './museums/use-museum-theme.ts';
import { declaredScreens } from './releases/declared-screens.ts';
import { type HostServices, useHost, useTexts } from './screens/host-services.ts';
import { NoticeBar } from './screens/preview-banner.tsx';
import { RemoteScreen } from './screens/remote-screen.tsx';
import { createOpenSlot } from './slots/open-slot.ts';
import { createPart } from './texts/late-part.ts';

const followPage = createPart('group', () => import(/* webpackChunkName: "follow" */ './group/follow-page.tsx'));
/** Few visitors end a visit or continue a visit from another device. */
const endPages = createPart('end', () => import(/* webpackChunkName: "end" */ './end/end-page.tsx'));

interface VisitProps {
  path: string;
  screens: readonly DeclaredScreen[];
  isGone: boolean;
}

export function Visit({ path, screens, isGone }: VisitProps) {
  const services = useHost();
  const { session, loader, kiosk } = services;
  const { search, hash } = useLocation();
  const state = useStore(session.store, (current) => current);
  const visit = useMemo(() => readVisit(search, path, state, kiosk !== undefined), [search, path, state, kiosk]);
  const { wantsPremium, museumId, objectNumber } = visit;
  const { view, retry } = useArrival({ path, hash, visit }, screens);
  /** Content of a deleted visit, which the session no longer names. */
  const [ended, setEnded] = useState<ScreenContent>();
  const forgotten = hash === ends ? ended : undefined;
  const content = forgotten ?? (view.kind === 'screen' ? view.content : undefined);
  useMuseumTheme(content?.museum, services, content && localize(content.profile.guideName, state.language));
  const links = useLinks();
  const go = useGo(wantsPremium);

  useEffect(() => {
    if (museumId && objectNumber) storeAskedObject({ museumId, number: objectNumber });
  }, [museumId, objectNumber]);
  const next = view.kind === 'loading' ? view.next : undefined;
  useEffect(() => {
    if (next) loader.begin(next);
  }, [next, loader]);
  const redirect = view.kind === 'redirect' && !forgotten ? addressFor(services, { ...view, wantsPremium }) + (view.hash ?? '') : undefined;
  useRedirect(redirect, view.kind !== 'redirect' && view.kind !== 'loading');

  const draw = () => {
    const part = view.kind === 'screen' ? view.part : undefined;
    if (content && (forgotten || part)) {
      const end = { content, links, go, wantsPremium, onForget: () => setEnded(content) };
      return <EndRoute {...end} part={forgotten ? undefined : part} />;
    }
    switch (view.kind) {
      case 'follow':
        return <LatePage part={followPage}>{({ FollowPage }) => <FollowPage key={view.code} code={view.code} />}</LatePage>;
      case 'loading':
        return <LoadingView retry={retry} />;
      case 'failed':
        return <FailedArrival retry={retry} />;
      case 'code':
        return <CodeView isUnknown={view.isUnknown} />;
      case 'screen':
        return <ScreenRoute key={view.screen.name} {...{ view, wantsPremium, links, go }} />;
      case 'redirect':
        return null;
    }
  };
  return (
    <>
      <GoneNotice isGone={isGone} />
      {draw()}
    </>
  );
}

function readVisit(search: string, path: string, cookies: VisitCookies, isKiosk: boolean): VisitAddress {
  const { groupCode, ...visit } = parseVisitAddress(new URLSearchParams(search), cookies);
  // A kiosk stays at its museum.
  if (isKiosk) return { ...visit, wantsCode: visit.wantsCode && visit.museumId === undefined };
  // A follower is in the leader's museum, whatever is stored.
  return groupCode && path === arrivalPath ? { ...visit, groupCode, museumId: undefined, exhibitionId: undefined } : visit;
}

function GoneNotice({ isGone }: { isGone: boolean }) {
  const { t } = useTexts();
  const [isLedOn, setLedOn] = useState(false);
  useEffect(() => {
    if (isGone) setLedOn(true);
  }, [isGone]);
  return isLedOn && <NoticeBar label={t('gone.name')} text={t('gone.text')} onClose={() => setLedOn(false)} />;
}

interface ScreenRouteProps extends Required<Pick<ScreenProps, 'links' | 'go'>> {
  view: View & { kind: 'screen' };
  wantsPremium: boolean;
}

function ScreenRoute({ view, wantsPremium, links: all, go }: ScreenRouteProps) {
  const services = useHost();
  const { question, screen } = view;
  const content = useWantedTexts(view.content, services.session);
  const links = useMemo(() => all.filter((link) => link.screen !== screen.name), [all, screen.name]);
  const openSlot = useMemo(() => createOpenSlot(screen.name, services, go), [screen.name, services, go]);
  const props = useMemo<ScreenProps>(() => {
    const { session, conversation, api, bus, i18n, clock, busy } = services;
    const ofVisit = { ...content, ...(question && { question }), wantsPremium, links, go, openSlot };
    return { ...ofVisit, session, conversation, api, bus, i18n, clock, setBusy: busy.setBusy };
  }, [content, question, services, wantsPremium, links, go, openSlot]);
  return <RemoteScreen screen={screen} props={props} />;
}

interface EndRouteProps extends Omit<ScreenRouteProps, 'view'> {
  /** Undefined once the deletion of the visit starts, because then no visit owns the part. */
  part: VisitPart | undefined;
  content: ScreenContent;
  onForget(): void;
}

function EndRoute({ part, content, links, go, wantsPremium, onForget }: EndRouteProps) {
  const services = useHost();
  const navigate = useNavigate();
  const openSlot = useMemo(() => createOpenSlot('end', services, go), [services, go]);
  const leave = () => void navigate({ search: location.search, hash: '' }, { replace: true });
  const carryOn = () => location.replace(addressFor(services, { path: arrivalPath, wantsPremium }));
  const { museum } = content;
  return (
    <LatePage part={endPages} museum={museum}>
      {({ EndPage, ForgottenPage, CarriedPage }) => {
        if (!part) return <ForgottenPage museum={museum} />;
        if (part.kind === 'carried')
          return <CarriedPage key={part.seal} content={content} seal={part.seal} onCarriedOn={carryOn} onSkip={leave} />;
        const shown = links.filter(({ place }) => place === 'end-card');
        return <EndPage {...{ content, go, openSlot, onForget }} links={shown} onBack={leave} />;
      }}
    </LatePage>
  );
}

/** If the museum has no such screen, navigates to the arrival screen. */
export function useGo(wantsPremium = false): ScreenProps['go'] {
  const services = useHost();
  const navigate = useNavigate();
  return useCallback(
    ({ screen, question, replace = false }) => {
      const path = pathOf(screen, declaredScreens(services.currentSet) ?? []);
      void navigate(
        screen === 'end' ? { search: location.search, hash: ends } : addressFor(services, { path, question, wantsPremium }),
        // A kiosk's history would show an earlier visitor's pages.
        { replace: replace || services.kiosk !== undefined },
      );
    },
    [navigate, services, wantsPremium],
  );
}

function useWantedTexts(content: ScreenContent, { store }: Pick<HostServices, 'session'>['session']): ScreenContent {
  const isEasy = useStore(store, ({ settings }) => settings.isEasy);
  const language = useStore(store, (state) => state.language);
  return useMemo(() => (isEasy ? { ...content, profile: withEasyTexts(content.profile, language) } : content), [content, isEasy, language]);
}

/** The address names the ids only if the cookies do not. It can then still be shared and reloaded. */
function addressFor({ session }: Pick<HostServices, 'session'>, to: Pick<AddressParts, 'path' | 'question' | 'wantsPremium'>): string {
  const { museumId, exhibitionId } = session.store.getState();
  const isInCookie = museumId !== undefined && document.cookie.includes(`museumID=${museumId}`);
  return formatVisitAddress({ ...to, ...(!isInCookie && { museumId, exhibitionId }) });
}
