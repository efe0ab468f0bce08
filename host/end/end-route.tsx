import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import type { Destination, ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { FailedArrival } from '../arrival/arrival-views.tsx';
import type { ScreenContent } from '../arrival/resolve.ts';
import type { VisitPart } from '../arrival/visit-part.ts';
import type { HostServices } from '../screens/host-services.ts';
import { useLazy } from '../screens/use-lazy.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';
import { createOpenSlot } from '../slots/open-slot.ts';

interface EndRouteProps {
  /** Undefined once the visit is to be forgotten: then there is none whose part it could be. */
  part: VisitPart | undefined;
  content: ScreenContent;
  services: HostServices;
  /** To the museum's other screens. */
  links: readonly ScreenLink[];
  go(to: Destination): void;
  /** Of a path of this page. */
  addressOf(path: typeof arrivalPath): string;
  onForget(): void;
}

/** Loaded by the few who end a visit or carry one on. */
const code = createLazy(async () => {
  const [end, carried] = await Promise.all([
    import(/* webpackChunkName: "end" */ './end-page.tsx'),
    import(/* webpackChunkName: "end" */ './carried-page.tsx'),
  ]);
  return { ...end, ...carried };
});

/** What an address shows in place of a screen: the end of the visit, what is left of a forgotten one, or one from another device. */
export function EndRoute({ part, content, services, links, go: goTo, addressOf, onForget }: EndRouteProps) {
  const { i18n, session } = services;
  const navigate = useNavigate();
  const openSlot = useMemo(() => createOpenSlot('end', services, goTo), [services, goTo]);
  const { code: loaded, hasFailed, load } = useLazy(code);

  if (!loaded && hasFailed) return <FailedArrival retry={load} services={services} />;
  if (!loaded) return <WaitingPage museum={content.museum} i18n={i18n} session={session} />;
  const { EndPage, ForgottenPage, CarriedPage } = loaded;
  const leave = () => void navigate({ search: location.search, hash: '' }, { replace: true });
  if (part?.kind === 'carried') {
    const go = () => location.replace(addressOf(arrivalPath));
    return <CarriedPage key={part.seal} seal={part.seal} content={content} services={services} onCarriedOn={go} onSkip={leave} />;
  }
  if (!part) return <ForgottenPage museum={content.museum} services={services} />;
  const shown = links.filter(({ place }) => place === 'end-card');
  return <EndPage content={content} services={services} links={shown} go={goTo} openSlot={openSlot} onBack={leave} onForget={onForget} />;
}
