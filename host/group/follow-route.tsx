import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useCallback, useEffect, useState } from 'react';
import { FailedArrival } from '../arrival/arrival-views.tsx';
import type { HostServices } from '../screens/host-services.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';

/** For those who follow a group. */
const page = createLazy(() => import(/* webpackChunkName: "follow" */ './follow-page.tsx'));

/** What `?follow=` shows in place of a screen. */
export function FollowRoute({ code, services }: { code: string; services: HostServices }) {
  const loaded = useStore(page, (state) => state);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    page.load().catch(() => setFailed(true));
  }, []);
  useEffect(load, [load]);
  if (loaded) return <loaded.FollowPage key={code} code={code} services={services} />;
  return hasFailed ? <FailedArrival retry={load} services={services} /> : <WaitingPage i18n={services.i18n} session={services.session} />;
}
