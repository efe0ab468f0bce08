import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import type { GuideQuestion } from './guide-state.ts';
import type { Goal } from './language/language-data.ts';

const goals: readonly Goal[] = ['learn', 'relax', 'explore', 'challenge'];

/** What the visitor's answers mean for a tour. */
export interface TourSpeed {
  /** Stops in the room at that position. */
  stopsIn(room: number): number;
  /** Most sentences of a stop. */
  sentences: number;
  audience: 'one' | 'group' | 'kids';
  /** Asks back after a stop, talks without asking, or waits for the visitor. */
  style: 'asking' | 'listening' | 'waiting';
  goals: readonly Goal[];
  /** Folded last words of the chosen artists' names, by which texts call them. */
  artists: readonly string[];
}

type Stops = Pick<TourSpeed, 'stopsIn' | 'sentences'>;

const byMinutes: Record<string, Stops> = {
  '5': { stopsIn: () => 1, sentences: 2 },
  // Ten minutes leave time for a second stop in every other room.
  '10': { stopsIn: (room) => (room % 2 === 0 ? 1 : 2), sentences: 2 },
  '15': { stopsIn: () => 2, sentences: 3 },
  '30': { stopsIn: () => 3, sentences: 4 },
};
const unhurried: Stops = { stopsIn: () => 2, sentences: 3 };

/** Reads the visitor's answers, as words ("kids") or as ids ("visitorType.kids"); what was not answered has a middle way. */
export function tourSpeedOf({ time, visitorType, style, goals: chosen, artists }: GuideQuestion): TourSpeed {
  const { stopsIn, sentences } = byMinutes[valuesIn(time)[0] ?? ''] ?? unhurried;
  const who = valuesIn(visitorType);
  const isForKids = who.includes('kids');
  const isContemplative = valuesIn(style).includes('contemplative');
  const wanted = valuesIn(chosen);
  return {
    stopsIn,
    sentences: Math.max(1, sentences + (isContemplative ? 2 : 0) - (isForKids ? 1 : 0)),
    audience: audienceOf(who),
    style: styleOf(valuesIn(style)),
    goals: goals.filter((goal) => wanted.includes(goal)),
    artists: valuesIn(artists).flatMap((name) => wordsOf(name).slice(-1)),
  };
}

function audienceOf(who: readonly string[]): TourSpeed['audience'] {
  if (who.includes('kids')) return 'kids';
  return who.includes('group') ? 'group' : 'one';
}

function styleOf(styles: readonly string[]): TourSpeed['style'] {
  if (styles.includes('contemplative')) return 'listening';
  return styles.includes('interactive') ? 'asking' : 'waiting';
}

/** "goal.learn,goal.relax" → learn, relax. Points within a name stay ("J. S. Bach"). */
function valuesIn(text = ''): string[] {
  return text
    .split(',')
    .map((value) => value.trim().replace(/^[A-Za-z]+\.(?=[a-z0-9-]+$)/, ''))
    .filter(Boolean);
}
