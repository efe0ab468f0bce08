import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { FailedArrival } from '../arrival/arrival-views.tsx';
import type { HostServices } from '../screens/host-services.ts';
import { useLazy } from '../screens/use-lazy.ts';
import { WaitingPage } from '../screens/waiting-view.tsx';

/** For those who follow a group. */
const page = createLazy(() => import(/* webpackChunkName: "follow" */ './follow-page.tsx'));

/** What `?follow=` shows in place of a screen. */
export function FollowRoute({ code, services }: { code: string; services: HostServices }) {
  const { code: loaded, hasFailed, load } = useLazy(page);
  if (loaded) return <loaded.FollowPage key={code} code={code} services={services} />;
  return hasFailed ? <FailedArrival retry={load} services={services} /> : <WaitingPage i18n={services.i18n} session={services.session} />;
}
