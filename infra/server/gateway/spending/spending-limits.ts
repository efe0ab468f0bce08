import { z } from 'zod';
import { paidWork } from '../../http/metric-list.ts';
import type { PaidWork } from '../../http/metrics.ts';
import { setting } from '../../http/setting.ts';
import type { BudgetRules } from './budget.ts';

/** Dollars for a unit, from a moment on: one figure, or of a language model one for tokens read and one for tokens written. */
export interface Price {
  usd: readonly number[];
  fromMs: number;
}

/** How many units, for each figure of a price. */
export type Amount = number | readonly [read: number, written: number];

/** The text of a setting such as `0.15/0.60@2026-01-01,0.10/0.40@2026-07-01`; without a day (UTC) a price holds from always on. */
function price(unit: string, first: string, later: string) {
  const figures = first.split('/').length;
  const error = `must be dollars for ${unit}, such as ${first}, or ${first}@2026-01-01,${later}@2026-07-01`;
  const schema = z
    .string()
    .max(4096)
    .transform((value) => value.split(',').map(parsePrice))
    .refine((prices) => prices.every(({ usd, fromMs }) => usd.length === figures && !Number.isNaN(fromMs)), error)
    .transform((prices) => prices.sort((one, other) => one.fromMs - other.fromMs))
    .optional();
  return setting(schema, { group: 'money', isPublic: true, absent: first, help: `US dollars for ${unit}.` });
}

/** Empty figures if the text is no price. */
function parsePrice(text: string): Price {
  const [, figures, day = '1970-01-01'] = /^(\d+(?:\.\d+)?(?:\/\d+(?:\.\d+)?)?)(?:@(.*))?$/.exec(text.trim()) ?? [];
  return { usd: figures?.split('/').map(Number) ?? [], fromMs: z.iso.date().safeParse(day).success ? Date.parse(day) : Number.NaN };
}

/** What applies if one is not set is in `pricesOf`. */
export const priceSettings = {
  CALL_PRICE: price('a minute of a call', '0.15', '0.12'),
  CHAT_PRICE: price('a typed question', '0.01', '0.008'),
  LLM_PRICE: price('a million tokens read and written', '0.15/0.60', '0.10/0.40'),
  STT_PRICE: price('a minute of a recording', '0.006', '0.003'),
  TTS_PRICE: price('a thousand spoken characters', '0.10', '0.05'),
};
type PriceSettings = { [name in keyof typeof priceSettings]?: readonly Price[] | undefined };

/** Prices and units: calls and recordings are counted in seconds, speech in characters, a language model's work in tokens. */
export type Prices = Record<PaidWork, readonly Price[]>;
const units: Record<PaidWork, number> = {
  chat: 1,
  questions: 1_000_000,
  translations: 1_000_000,
  transcription: 60,
  speech: 1_000,
  voice: 60,
};

const estimate = (...usd: number[]): Price => ({ usd, fromMs: 0 });

/** What the settings say, and before the first of their days an estimate on the high side of public price lists of 2026. */
export function pricesOf({ CALL_PRICE = [], CHAT_PRICE = [], LLM_PRICE = [], STT_PRICE = [], TTS_PRICE = [] }: PriceSettings): Prices {
  return {
    // Twice (the guide looks something up once) 20,000 tokens of instruction, history and what was found, and 300 of answer, are 0.65 ¢; the rest is for the platform.
    chat: [estimate(0.01), ...CHAT_PRICE],
    questions: [estimate(0.15, 0.6), ...LLM_PRICE],
    translations: [estimate(0.15, 0.6), ...LLM_PRICE],
    transcription: [estimate(0.006), ...STT_PRICE],
    // A turbo voice.
    speech: [estimate(0.1), ...TTS_PRICE],
    // All together: platform 5 ¢, voice 6 ¢, understanding 1 ¢, model 3 ¢.
    voice: [estimate(0.15), ...CALL_PRICE],
  };
}

/** Price on the day of `now`; undefined before the first. */
export const priceAt = (prices: readonly Price[], now: number): Price | undefined => prices.findLast(({ fromMs }) => fromMs <= now);

/** Millionths of a US cent: providers bill in dollars. */
export function microCentsFor(work: PaidWork, { usd }: Price, amount: Amount): number {
  const sum = [amount].flat().reduce((total, count, at) => total + count * (usd[at] ?? 0), 0);
  return Math.round((sum * 100_000_000) / units[work]);
}

const counted = z.int().nonnegative().max(1_000_000_000);
const costPartSchema = z.union([
  // A billed amount in dollars.
  z.object({ cost: z.number().nonnegative().max(1_000) }),
  z.object({ type: z.literal('model'), promptTokens: counted, completionTokens: counted }),
  z.object({ type: z.literal('voice'), characters: counted }),
  z.object({ type: z.literal('transcriber'), minutes: z.number().nonnegative().max(10_000) }),
]);
type CostPart = z.infer<typeof costPartSchema>;

/**
 * `costs` of Vapi's chats and calls; our own platform counts units and has no prices. Unreadable costs count as absent: the estimate stays.
 */
export const costsSchema = z.array(costPartSchema).min(1).max(100).optional().catch(undefined);
export type Costs = readonly CostPart[];

/** Price of a service's counts, at the prices on the day of `now`. */
export function microCentsOf(costs: Costs, prices: Prices, now: number): number {
  const priced = (work: PaidWork, amount: Amount) => microCentsFor(work, priceAt(prices[work], now) ?? estimate(), amount);
  return costs.reduce((sum, part) => {
    if ('cost' in part) return sum + Math.round(part.cost * 100_000_000);
    if (part.type === 'model') return sum + priced('questions', [part.promptTokens, part.completionTokens]);
    return sum + (part.type === 'voice' ? priced('speech', part.characters) : priced('transcription', 60 * part.minutes));
  }, 0);
}

/**
 * Follow-up questions: twenty lines of 4,000 characters are 20,000 tokens, instruction and what was asked before 3,000,
 * and three questions 100; twice, for they are asked again once.
 */
export const mostQuestionTokens = [46_000, 200] as const;

/** The instruction, and what is written of so many characters: a token has two of them at least; twice, for it is asked again once. */
export const mostTranslationTokens = (characters: number) => [1_000 + characters, 200 + 2 * characters] as const;

/** No provider bills less than ten seconds. */
const shortestBilledSeconds = 10;
/** The slowest recordings taken: 8,000 samples of 16 bits a second. */
const recordingBytesASecond = 16_000;
const longestRecordingSeconds = 60;

/** @param fileBytes as the recording's header says */
export function billedSeconds(fileBytes: number): number {
  return Math.max(shortestBilledSeconds, Math.min(longestRecordingSeconds, Math.ceil(fileBytes / recordingBytesASecond)));
}

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
  /** Longest time for which a call counts as running. */
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
  /** Number of the site's museums: with several, each gets at most half of the day's budget. */
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
