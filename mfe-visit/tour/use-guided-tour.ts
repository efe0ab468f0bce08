import type { Tour, TourPlanResponse } from '@enfilade/shared-contracts/api/schemas';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { TourProgress } from '@enfilade/shared-contracts/finding/finding';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { type TourAction, tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useEffect, useState } from 'react';
import type { ChangeUiState } from '../ui-state/use-visit-ui-state.ts';
import type { VisitUiState } from '../ui-state/visit-ui-state.ts';

interface TourOptions {
  language: Language;
  isGuided: boolean;
  uiState: Pick<VisitUiState, 'farthestRoom' | 'isTourPutOff'>;
  changeUiState: ChangeUiState;
  /** Sends a message to the guide; false when nothing was sent. */
  tell(message: string): boolean;
}

/** What the guided visit shows of its tour: the card it starts with, a question with Yes and No, or the way on. */
export type TourView = { kind: 'start'; plan: TourPlanResponse } | { kind: 'asks' | 'next' | 'none' };

/** The guided tour as the screen shows it, and the visitor's steps in it; undefined while exploring. */
export function useGuidedTour(props: ScreenProps, { language, isGuided, uiState, changeUiState, tell }: TourOptions) {
  const tour = useStore(props.conversation.store, (state) => state.tour);
  const hasBegun = tour !== undefined && tour.phase !== 'before';
  const plan = usePlan(props, language, isGuided && !hasBegun);
  const progress = useProgress({ rooms: props.profile.rooms, tour: hasBegun ? tour : undefined, uiState, changeUiState });
  if (!isGuided) return undefined;
  return {
    view: pickView(tour, plan, uiState.isTourPutOff === true),
    /** The tour has not begun, and the visitor looks around first. */
    canBegin: !hasBegun && plan !== undefined && uiState.isTourPutOff === true,
    /** Where the visitor is on the tour; undefined before it. */
    position: hasBegun ? tour : undefined,
    progress,
    step: (action: TourAction) => tell(tourWords[language][action][0]),
    putOff: () => changeUiState(() => ({ isTourPutOff: true })),
  };
}

export type GuidedTour = NonNullable<ReturnType<typeof useGuidedTour>>;

function pickView(tour: Tour | undefined, plan: TourPlanResponse | undefined, isPutOff: boolean): TourView {
  if (!tour || tour.phase === 'before') return plan && !isPutOff ? { kind: 'start', plan } : { kind: 'none' };
  if (tour.asks) return { kind: 'asks' };
  return { kind: tour.phase === 'over' ? 'none' : 'next' };
}

/** What the gateway plans for this visitor; undefined until it has answered, and when the exhibition has nothing to be guided through. */
function usePlan({ api, session, exhibition }: ScreenProps, language: Language, isNeeded: boolean): TourPlanResponse | undefined {
  const [plan, setPlan] = useState<TourPlanResponse>();
  const exhibitionId = exhibition?._id;
  useEffect(() => {
    if (!isNeeded || exhibitionId === undefined) return;
    const leaving = new AbortController();
    const load = async () => {
      const next = await api.planTour({ visit: { ...pickVisit(session), language } }, leaving.signal);
      if (!leaving.signal.aborted) setPlan(next.rooms.length > 0 ? next : undefined);
    };
    // If the plan does not arrive, the visitor can still ask for the tour in words.
    load().catch(() => undefined);
    return () => leaving.abort();
  }, [api, session, exhibitionId, language, isNeeded]);
  return plan;
}

interface ProgressOptions extends Pick<TourOptions, 'uiState' | 'changeUiState'> {
  rooms: ScreenProps['profile']['rooms'];
  tour: Tour | undefined;
}

/** The rooms that were seen; undefined if the guide's rooms are not those of the profile. */
function useProgress({ rooms, tour, uiState, changeUiState }: ProgressOptions): TourProgress | undefined {
  const here = tour?.rooms === rooms.length ? tour.room - 1 : undefined;
  const { farthestRoom: before = -1 } = uiState;
  useEffect(() => {
    if (here !== undefined && here > before) changeUiState(() => ({ farthestRoom: here }));
  }, [here, before, changeUiState]);
  const isKnown = rooms.length > 0 && (tour === undefined || here !== undefined);
  return isKnown ? { here, farthest: Math.max(before, here ?? -1) } : undefined;
}
