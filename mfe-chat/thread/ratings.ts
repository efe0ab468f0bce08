import type { RatingRequest } from '@enfilade/shared-contracts/api/schemas';

/** What a visitor may think of an answer; none is no rating. */
export type Rating = Exclude<RatingRequest['rating'], 'none'>;

/** By the answers' ids. */
export type Ratings = Readonly<Record<string, Rating>>;

const isRating = (value: unknown): value is Rating => value === 'helpful' || value === 'not-helpful';

/** The ratings out of whatever was kept. */
export function pickRatings(kept: unknown): Ratings {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
  return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Rating] => isRating(entry[1])));
}

/** With `rating` for the answer, or without any. */
export function withRating(ratings: Ratings, messageId: string, rating: Rating | undefined): Ratings {
  const { [messageId]: _, ...others } = ratings;
  return rating ? { ...others, [messageId]: rating } : others;
}
