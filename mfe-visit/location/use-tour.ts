import type { Room } from '@enfilade/shared-contracts/api/schemas';
import type { TourProgress } from '@enfilade/shared-contracts/finding/finding';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import type { VisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import { useEffect } from 'react';
import type { ChangeUiState } from '../ui-state/use-visit-ui-state.ts';
import type { VisitUiState } from '../ui-state/visit-ui-state.ts';

interface TourOptions {
  profile: Pick<MuseumProfile, 'rooms'>;
  visitMode: VisitConfig['visitMode'];
  /** What the guide said last about the tour. */
  room: Room | undefined;
  uiState: Pick<VisitUiState, 'farthestRoom'>;
  changeUiState: ChangeUiState;
}

/** Where the guided tour stands; undefined without one, and where the guide's rooms are not those of the profile. */
export function useTour({ profile: { rooms }, visitMode, room, uiState, changeUiState }: TourOptions): TourProgress | undefined {
  const here = room?.count === rooms.length ? room.index : undefined;
  const { farthestRoom: before = -1 } = uiState;
  useEffect(() => {
    if (here !== undefined && here > before) changeUiState(() => ({ farthestRoom: here }));
  }, [here, before, changeUiState]);
  const isKnown = rooms.length > 0 && (room === undefined || here !== undefined);
  return visitMode === 'guided' && isKnown ? { here, farthest: Math.max(before, here ?? -1) } : undefined;
}
