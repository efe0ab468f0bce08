import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { FailedArrival } from '../arrival/arrival-views.tsx';
import type { ScreenContent } from '../arrival/use-arrival.ts';
import type { HostServices } from '../screens/host-services.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';
import type { Forgotten } from './forget-visit.ts';
import type { VisitPart } from './visit-part.ts';

/** A visit that was forgotten, and the museum it was in. */
export interface ForgottenVisit {
  content: ScreenContent;
  forgotten: Forgotten;
}

interface EndRouteProps {
  /** Undefined after forgetting: then there is no visit whose part it could be. */
  part: VisitPart | undefined;
  content: ScreenContent;
  forgotten: ForgottenVisit | undefined;
  services: HostServices;
  /** Of a path of this page. */
  addressOf(path: typeof arrivalPath): string;
  onForgotten(visit: ForgottenVisit): void;
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
export function EndRoute({ part, content, forgotten, services, addressOf, onForgotten }: EndRouteProps) {
  const { i18n, session } = services;
  const navigate = useNavigate();
  const loaded = useStore(code, (state) => state);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    code.load().catch(() => setFailed(true));
  }, []);
  useEffect(load, [load]);

  if (!loaded && hasFailed) return <FailedArrival retry={load} services={services} />;
  if (!loaded) return <WaitingPage museum={content.museum} i18n={i18n} session={session} />;
  const { EndPage, ForgottenPage, CarriedPage } = loaded;
  const leave = () => void navigate({ search: location.search, hash: '' }, { replace: true });
  const forget = (now: Forgotten) => onForgotten({ content, forgotten: now });
  if (part?.kind === 'carried') {
    const go = () => location.replace(addressOf(arrivalPath));
    return <CarriedPage key={part.seal} seal={part.seal} content={content} services={services} onCarriedOn={go} onSkip={leave} />;
  }
  if (forgotten) return <ForgottenPage {...forgotten} services={services} onForgotten={forget} />;
  return <EndPage content={content} services={services} onBack={leave} onForgotten={forget} />;
}
