import type { FollowedLine } from '../group/follow-group.ts';

/** A line of the guide in a room, as a follower gets it. */
export const followedLine = (place: number, change: Partial<FollowedLine> = {}): FollowedLine => ({
  key: String(place),
  turn: 'room:1',
  speaker: 'guide',
  text: `Line ${place}.`,
  language: 'en',
  place,
  ...change,
});
