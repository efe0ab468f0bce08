import { z } from 'zod';
import { paidWork } from '../../http/metric-list.ts';
import type { PaidWork } from '../../http/metrics.ts';
import { settingOf } from '../../http/setting.ts';
import type { BudgetRules } from '../../shared-state/budget.ts';

/** US dollars for a unit from a moment on. A language model has two figures: for tokens read and for tokens written. */
export interface Price {
  usd: readonly number[];
  fromMs: number;
}

export type Amount = number | readonly [read: number, written: number];

/** A setting such as `0.15/0.60@2026-01-01,0.10/0.40@2026-07-01`; a price without a day (UTC) is always valid. */
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
  return settingOf('money')(schema, `US dollars for ${unit}.`, { isPublic: true, absent: first });
}

/** Returns no figures if the text is not a price. */
function parsePrice(text: string): Price {
  const [, figures, day = '1970-01-01'] = /^(\d+(?:\.\d+)?(?:\/\d+(?:\.\d+)?)?)(?:@(.*))?$/.exec(text.trim()) ?? [];
  return { usd: figures?.split('/').map(Number) ?? [], fromMs: z.iso.date().safeParse(day).success ? Date.parse(day) : Number.NaN };
}

export const priceSettings = {
  CALL_PRICE: price('a minute of a call', '0.15', '0.12'),
  CHAT_PRICE: price('a typed question', '0.01', '0.008'),
  LLM_PRICE: price('a million tokens read and written', '0.15/0.60', '0.10/0.40'),
  STT_PRICE: price('a minute of a recording', '0.006', '0.003'),
  TTS_PRICE: price('a thousand spoken characters', '0.10', '0.05'),
};
type PriceSettings = { [name in keyof typeof priceSettings]?: readonly Price[] | undefined };

/** Calls and recordings are counted in seconds, speech in characters, a language model's work in tokens. */
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

/** Before the first day of a setting, the upper end of public price lists of 2026 applies. */
export function pricesOf({ CALL_PRICE = [], CHAT_PRICE = [], LLM_PRICE = [], STT_PRICE = [], TTS_PRICE = [] }: PriceSettings): Prices {
  return {
    // Two calls of the model (one after a look-up) with 20,000 tokens read and 300 written each cost 0.65 ¢; the rest is for the platform.
    chat: [estimate(0.01), ...CHAT_PRICE],
    questions: [estimate(0.15, 0.6), ...LLM_PRICE],
    translations: [estimate(0.15, 0.6), ...LLM_PRICE],
    transcription: [estimate(0.006), ...STT_PRICE],
    speech: [estimate(0.1), ...TTS_PRICE],
    // Platform 5 ¢, voice 6 ¢, transcription 1 ¢ and model 3 ¢ a minute.
    voice: [estimate(0.15), ...CALL_PRICE],
  };
}

/** Undefined before the first price. */
export const priceAt = (prices: readonly Price[], now: number): Price | undefined => prices.findLast(({ fromMs }) => fromMs <= now);

export function microCentsFor(work: PaidWork, { usd }: Price, amount: Amount): number {
  const sum = [amount].flat().reduce((total, count, at) => total + count * (usd[at] ?? 0), 0);
  return Math.round((sum * 100_000_000) / units[work]);
}

const counted = z.int().nonnegative().max(1_000_000_000);
const costPartSchema = z.union([
  z.object({ cost: z.number().nonnegative().max(1_000) }),
  z.object({ type: z.literal('model'), promptTokens: counted, completionTokens: counted }),
  z.object({ type: z.literal('voice'), characters: counted }),
  z.object({ type: z.literal('transcriber'), minutes: z.number().nonnegative().max(10_000) }),
]);
type CostPart = z.infer<typeof costPartSchema>;

/** Vapi's `costs`; our own platform sends units without prices. Invalid costs count as absent, and the estimate stays. */
export const costsSchema = z.array(costPartSchema).min(1).max(100).optional().catch(undefined);
export type Costs = readonly CostPart[];

export function microCentsOf(costs: Costs, prices: Prices, now: number): number {
  const priced = (work: PaidWork, amount: Amount) => microCentsFor(work, priceAt(prices[work], now) ?? estimate(), amount);
  return costs.reduce((sum, part) => {
    if ('cost' in part) return sum + Math.round(part.cost * 100_000_000);
    if (part.type === 'model') return sum + priced('questions', [part.promptTokens, part.completionTokens]);
    return sum + (part.type === 'voice' ? priced('speech', part.characters) : priced('transcription', 60 * part.minutes));
  }, 0);
}

/** Twenty lines of 4,000 characters, instruction, and three questions. Doubled, because the call may be repeated once. */
export const mostQuestionTokens = [46_000, 200] as const;

/** The instruction, and at least two characters a token. Doubled, because the call may be repeated once. */
export const mostTranslationTokens = (characters: number) => [1_000 + characters, 200 + 2 * characters] as const;

/** Providers bill at least ten seconds. */
const shortestBilledSeconds = 10;
/** Bytes a second at the lowest accepted rate: 8,000 samples of 16 bits. */
const recordingBytesASecond = 16_000;
const longestRecordingSeconds = 60;

/** @param fileBytes size in the recording's header */
export function billedSeconds(fileBytes: number): number {
  return Math.max(shortestBilledSeconds, Math.min(longestRecordingSeconds, Math.ceil(fileBytes / recordingBytesASecond)));
}

/** Amounts of money are in millionths of a cent. */
export interface SpendingLimits {
  prices: Prices;
  visit: BudgetRules;
  /** Number of paying visits that one address may begin. */
  address: BudgetRules;
  museumDay: BudgetRules;
  siteDay: BudgetRules;
  /** Simultaneous calls of one visit. */
  concurrent: Record<PaidWork, number>;
  /** `Retry-After` at the limit of simultaneous calls. */
  concurrentRetrySeconds: number;
  /** A call counts as running for at most this time. */
  underWayMs: Record<PaidWork, number>;
}

const cent = 1_000_000;
const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

export const defaultDailyBudgetCents = 100_000;

const messages = 200;
/**
 * An hour of talking, 200 messages with follow-up questions, all answers read aloud (600 characters each) and captioned, and 600
 * dictations: 25.50 dollars by the estimates. A visit's budget refills in four hours, the life of its cookie.
 */
const longVisit: Record<PaidWork, Amount> = {
  chat: messages,
  questions: [messages * mostQuestionTokens[0], messages * mostQuestionTokens[1]],
  // Five sentences of 150 characters a message, each in its own call.
  translations: [5 * messages * mostTranslationTokens(150)[0], 5 * messages * mostTranslationTokens(150)[1]],
  transcription: 6_000,
  speech: messages * 600,
  voice: 3_600,
};

/** The highest cost of any day, so that expensive services do not shorten visits. */
const costOfLongVisit = (prices: Prices): number =>
  paidWork.reduce((sum, work) => sum + Math.max(...prices[work].map((price) => microCentsFor(work, price, longVisit[work]))), 0);

/** All visitors of a museum may share one address. */
const addressVisits = 1_000;

interface SpendingSettings {
  dailyBudgetCents: number;
  /** With several museums, each gets at most half of the day's budget. */
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
    // Chat: a visitor who stops an answer may send the next question before the first call has ended here. Speech: the next piece is loaded
    // while one plays. Translations: sentences are translated as they arrive.
    concurrent: { chat: 2, questions: 1, translations: 4, transcription: 1, speech: 2, voice: 2 },
    concurrentRetrySeconds: 2,
    // The limit for voice only backs up the voice slots, of which a visit has one.
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
