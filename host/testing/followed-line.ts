import type { FollowedLine } from '../group/follow-group.ts';

export const followedLine = (place: number, change: Partial<FollowedLine> = {}): FollowedLine => ({
  key: String(place),
  turn: 'room:1',
  speaker: 'guide',
  text: `Line ${place}.`,
  language: 'en',
  place,
  ...change,
});
