import type { TrackWish } from './daily/messages.ts';

/** Which of somebody's tracks are wanted. What a wish does not name stays as it is; staged is not wanted yet. */
export function readTrackWish(wish: TrackWish, before: { audio: boolean; video: boolean }): { audio: boolean; video: boolean } {
  if (typeof wish !== 'object') return { audio: wish === true, video: wish === true };
  const pick = (kind: 'audio' | 'video') => (wish[kind] === undefined ? before[kind] : wish[kind] === true);
  return { audio: pick('audio'), video: pick('video') };
}
