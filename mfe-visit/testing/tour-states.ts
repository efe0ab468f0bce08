import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import { defaultVisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { Visit } from '../modes/use-visit.ts';
import type { GuidedTour } from '../tour/use-guided-tour.ts';

const nothing = () => undefined;

/** Nothing plays. */
export const player: Visit['player'] = { state: 'off', play: nothing, pause: () => false, next: nothing, rewind: nothing, stop: nothing };

const position: Tour = { phase: 'under-way', room: 2, rooms: 9, stop: 2, stops: 3, leftSeconds: 500, asks: 'next-stop', mark: '' };
const progress = { here: 1, farthest: 1 };
/** In the second room. */
export const onTour = {
  view: { kind: 'asks' },
  canBegin: false,
  position,
  progress,
  step: () => true,
  putOff: nothing,
} satisfies GuidedTour;
const plan = {
  rooms: ['Vestibule', 'Painting Salon', 'Grand Salon'].map((name) => ({ name, stops: 3 })),
  ...{ minutes: 12, chosenMinutes: 30, fills: false },
};
const beforeTour: GuidedTour = { ...onTour, position: undefined, view: { kind: 'start', plan } };

/** The guided tour, from its start card on. */
export function tourStates<Drawn>(draw: (change: Partial<Visit>) => Drawn, talk: Visit['talk']) {
  const written = { config: { ...defaultVisitConfig, inputMode: 'text' } } as const;
  const location = { title: 'Grand Staircase' };
  return {
    'tour-start': draw({ tour: beforeTour, location }),
    'tour-put-off': draw({ tour: { ...beforeTour, view: { kind: 'none' }, canBegin: true }, location }),
    'tour-asks': draw({ tour: onTour, talk }),
    'text-tour-start': draw({ ...written, tour: beforeTour, location }),
    'text-tour-asks': draw({ ...written, tour: onTour, talk }),
    'text-tour-playing': draw({ ...written, tour: onTour, talk, player: { ...player, state: 'playing' } }),
  };
}
