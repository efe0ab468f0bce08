import { paidWork } from '../../http/metric-list.ts';
import type { PaidWork } from '../../http/metrics.ts';
import type { BudgetRules } from './budget.ts';
import { type Amount, microCentsFor, mostQuestionTokens, mostTranslationTokens, type Prices, pricesOf } from './prices.ts';

/** Amounts of money are in millionths of a cent. */
export interface SpendingLimits {
  prices: Prices;
  /** What one visit may spend. */
  visit: BudgetRules;
  /** How many visits one address may begin to pay for. */
  address: BudgetRules;
  museumDay: BudgetRules;
  siteDay: BudgetRules;
  /** Calls of one visit at the same time. */
  concurrent: Record<PaidWork, number>;
  /** `Retry-After` while as many calls are under way. */
  concurrentRetrySeconds: number;
  /** So long a call counts as under way at most. */
  underWayMs: Record<PaidWork, number>;
}

const cent = 1_000_000;
const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** For a site that says nothing of it: a thousand dollars. */
export const defaultDailyBudgetCents = 100_000;

const messages = 200;
/**
 * A long visit of one person, whose cookie lasts as long as this takes to fill: an hour of talking, 200 messages with
 * their follow-up questions, all answers read aloud (600 characters each) and captioned in another language, 600 short
 * dictations. 25.50 dollars by the estimates.
 */
const longVisit: Record<PaidWork, Amount> = {
  chat: messages,
  questions: [messages * mostQuestionTokens[0], messages * mostQuestionTokens[1]],
  // Five sentences of 150 characters a message, each by itself.
  translations: [5 * messages * mostTranslationTokens(150)[0], 5 * messages * mostTranslationTokens(150)[1]],
  transcription: 6_000,
  speech: messages * 600,
  voice: 3_600,
};

/** What it costs at most on any day: a dear service is no reason to send its visitors away. */
const costOfLongVisit = (prices: Prices): number =>
  paidWork.reduce((sum, work) => sum + Math.max(...prices[work].map((price) => microCentsFor(work, price, longVisit[work]))), 0);

/** Everybody in a museum comes from one address. */
const addressVisits = 1_000;

interface SpendingSettings {
  dailyBudgetCents: number;
  /** Of this site: where there are several none takes more than half of a day's money. */
  museums: number;
  prices?: Prices;
}

export function spendingLimitsFor({ dailyBudgetCents, museums, prices = pricesOf({}) }: SpendingSettings): SpendingLimits {
  return {
    prices,
    visit: { capacity: costOfLongVisit(prices), fillsInMs: 4 * hourMs },
    address: { capacity: addressVisits, fillsInMs: hourMs },
    museumDay: { capacity: (dailyBudgetCents * cent) / (museums > 1 ? 2 : 1) },
    siteDay: { capacity: dailyBudgetCents * cent },
    // Anybody who stops an answer may ask again before its end is known here; of one that is read aloud the next piece is fetched while one
    // plays; its sentences are translated as they come.
    concurrent: { chat: 2, questions: 1, translations: 4, transcription: 1, speech: 2, voice: 2 },
    concurrentRetrySeconds: 2,
    // A visit has one slot for talking; this alone is not what keeps it from a second call.
    underWayMs: {
      chat: 2 * minuteMs,
      questions: minuteMs / 2,
      translations: minuteMs / 2,
      transcription: minuteMs,
      speech: minuteMs,
      voice: minuteMs,
    },
  };
}

export const defaultSpendingLimits = spendingLimitsFor({ dailyBudgetCents: defaultDailyBudgetCents, museums: 1 });
