import { withTold } from '../guide-state.ts';
import { sourceOf } from '../quotes.ts';
import { nextStop } from '../tour-stops.ts';
import type { ToldPassage } from './tour-state.ts';
import { isLastRoom, roomIdOf, type Walk } from '../tour-path.ts';

/** The next stop of the room, framed as the visitor likes it, and what to do after it. */
export function tellStop(walk: Walk): void {
  const stop = untoldStop(walk);
  if (!stop) {
    walk.speech.say('all-told');
    leaveRoom(walk);
    return;
  }
  openStop(walk);
  tellPassage(walk, stop);
  walk.tour = { ...walk.tour, phase: 'telling', stops: walk.tour.stops + 1 };
  addThought(walk);
  if (walk.tour.stops >= walk.pace.stopsIn(walk.tour.room) || !untoldStop(walk)) leaveRoom(walk);
  else if (walk.pace.style === 'asking') walk.speech.offer('ask-back');
  else if (walk.pace.style === 'waiting') walk.speech.offer('ready');
}

/** One more paragraph of the room outside the count of stops; tells whether there was one. */
export function tellExtra(walk: Walk): boolean {
  const stop = untoldStop(walk);
  if (stop) tellPassage(walk, stop);
  return stop !== undefined;
}

export function tellPassage(walk: Walk, passage: ToldPassage): void {
  const document = walk.turn.index.documents.get(passage.document);
  walk.speech.tell(passage.sentences);
  walk.state = withTold(walk.state, passage.document, passage.paragraph);
  walk.tour = { ...walk.tour, last: passage };
  if (document) walk.sources.push(sourceOf(document));
}

/** Asks before the next room; after the last one says goodbye. */
export function leaveRoom(walk: Walk): void {
  const isOver = isLastRoom(walk);
  walk.tour = { ...walk.tour, phase: isOver ? 'complete' : 'leaving' };
  walk.speech.say(isOver ? 'farewell' : 'ask-move');
}

function untoldStop(walk: Walk): ToldPassage | undefined {
  return nextStop({ ...walk.turn, state: walk.state }, roomIdOf(walk), walk.pace);
}

function openStop({ pace, tour, speech }: Walk): void {
  const isFirst = tour.stops === 0;
  if (pace.audience === 'kids') speech.offer('kids');
  else if (pace.audience === 'group' && isFirst) speech.offer('group');
  if (pace.audience !== 'kids' && pace.goals.includes('relax') && isFirst) speech.offer('relax');
}

/** Something to look for, or to think about; in turn where the visitor wants both. */
function addThought({ pace, tour, speech }: Walk): void {
  const wanted = (['explore', 'challenge'] as const).filter((goal) => pace.goals.includes(goal));
  const thought = wanted[tour.turns % Math.max(1, wanted.length)];
  if (thought) speech.offer(thought);
}
