import type { TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { useLazy, useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useEffect, useMemo, useState } from 'react';
import type { TourPlayerState } from './create-tour-player.ts';
import type { TourOptions } from './view-tour.tsx';

/** The chunk loads while the call connects. */
const tourCode = createLazy(() => import(/* webpackChunkName: "tour" */ './view-tour.tsx'));

const off = createStore<TourPlayerState>('off');

/** Undefined while exploring. If the chunk does not load, words alone lead the tour. `isComing`: the start card may still appear. */
export function useGuidedTour(props: ScreenProps, options: TourOptions) {
  const { language, isGuided, isInterrupted } = options;
  const { api, session, conversation, exhibition } = props;
  const [plan, setPlan] = useState<TourPlanResponse | null>();
  const code = useLazy(tourCode, isGuided, () => setPlan(null));
  const tour = useStore(conversation.store, (state) => state.tour);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the screen's properties stays as it is
  const player = useMemo(() => code?.createLatePlayer(props, options.reader, options.t), [code, conversation, exhibition]);
  const playing = useStore(player ?? off, (state) => state);
  const isBefore = tour === undefined || tour.phase === 'before';
  useEffect(
    () => (isGuided && isBefore ? code?.loadPlan({ api, session, exhibition, language }, setPlan) : undefined),
    [code, api, session, exhibition, language, isGuided, isBefore],
  );
  useEffect(() => {
    if (isInterrupted) player?.pause();
  }, [player, isInterrupted]);
  useEffect(() => player?.stop, [player]);
  const view = isGuided && player ? code?.viewTour({ ...options, ...props, tour, plan: plan ?? undefined, player, playing }) : undefined;
  useEffect(() => view?.keepProgress(), [view]);
  return {
    tour: view,
    isTourComing: isGuided && isBefore && plan === undefined && options.uiState.isTourPutOff !== true,
  };
}
