import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import { createStore } from '@enfilade/shared-contracts/kit/store';
import { defaultVisitConfig } from '@enfilade/shared-contracts/visit/visit-config';
import type { Visit } from '../modes/use-visit.ts';
import type { Translate } from '../texts/texts.ts';
import type { TourPlayerState } from '../tour/create-tour-player.ts';
import { KeysInCall, KeysInText, StartCard } from '../tour/tour-keys.tsx';
import type { GuidedTour } from '../tour/view-tour.tsx';

const nothing = () => undefined;

const player = {
  ...createStore<TourPlayerState>('off'),
  ...{ play: nothing, pause: nothing, next: nothing, rewind: nothing, stop: nothing },
};

const position: Tour = { phase: 'under-way', room: 2, rooms: 3, stop: 2, stops: 3, leftSeconds: 500, asks: 'next-stop', mark: '' };
const progress = { here: 1, farthest: 1 };
export const onTour = (t: Translate): GuidedTour => ({
  ...{
    KeysInCall,
    KeysInText,
    StartCard,
    player,
    playing: 'off',
    play: nothing,
    keepProgress: nothing,
  },
  view: { kind: 'asks' },
  place: { minutesLeft: 9, stop: t('tour.stop', { number: 2, count: 3 }) },
  position,
  progress,
  step: () => true,
  putOff: nothing,
});
const plan = {
  rooms: ['Vestibule', 'Painting Salon', 'Grand Salon'].map((name) => ({ name, stops: 3 })),
  ...{ minutes: 12, chosenMinutes: 30, fills: false },
};

export function tourStates<Drawn>(t: Translate, draw: (change: Partial<Visit>) => Drawn, talk: Visit['talk']) {
  const written = { config: { ...defaultVisitConfig, inputMode: 'text' } } as const;
  const location = { title: 'Grand Staircase' };
  const tour = onTour(t);
  const beforeTour: GuidedTour = { ...tour, position: undefined, place: undefined, view: { kind: 'start', plan } };
  const { asks: _, ...answered } = position;
  const afterTour: GuidedTour = {
    ...tour,
    ...{ position: { ...answered, phase: 'over', room: 3, stop: 0 }, place: { minutesLeft: undefined, stop: t('talk.word.tourOver') } },
    view: { kind: 'none' },
  };
  const lastRoom = { title: 'Grand Salon', room: { number: 3, count: 3 } };
  const saying = (change: { text: string; sources?: [] }) => ({
    ...talk,
    entries: talk.entries.map((entry) => (entry.speaker === 'guide' ? { ...entry, ...change } : entry)),
  });
  const asking = saying({ text: 'Two hundred winters of candle smoke lie on it. Shall we go on to the next picture?' });
  const text = 'That was the last room. Stay as long as you like, and ask me whatever you still want to know.';
  const farewell = saying({ text, sources: [] });
  return {
    'tour-start': draw({ tour: beforeTour, location }),
    'tour-put-off': draw({ tour: { ...beforeTour, view: { kind: 'put-off' } }, location }),
    'tour-asks': draw({ tour, talk: asking }),
    'tour-over': draw({ tour: afterTour, talk: farewell, location: lastRoom }),
    'text-tour-start': draw({ ...written, tour: beforeTour, location }),
    'text-tour-asks': draw({ ...written, tour, talk: asking }),
    'text-tour-playing': draw({ ...written, tour: { ...tour, playing: 'playing' }, talk }),
    'text-tour-over': draw({ ...written, tour: afterTour, talk: farewell, location: lastRoom }),
  };
}
