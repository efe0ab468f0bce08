/**
 * What calls cost at most, in millionths of a US cent (providers bill in dollars). They are estimates on the high
 * side from public price lists, and only ever compared with budgets: raise them when a bill says so.
 */

/**
 * One typed question: twice (the guide looks something up once) 20,000 tokens of instruction, history and what was
 * found at 15 ¢ a million, and 300 tokens of answer at 60 ¢ a million, are 0.65 ¢; the rest is for the platform.
 */
export const chatPrice = 1_000_000;

/** Follow-up questions: twenty lines of 4,000 characters are 20,000 tokens, 0.3 ¢ by the same prices; twice, for they are asked again once. */
export const questionsPrice = 700_000;

/** 0.6 ¢ a minute of recording, of which no less than ten seconds are billed. */
const transcriptionSecondPrice = 10_000;
const shortestBilledSeconds = 10;
/** The slowest recordings taken: 8,000 samples of 16 bits a second. */
const recordingBytesASecond = 16_000;
const longestRecordingSeconds = 60;

/** @param fileBytes as the recording's header says */
export function transcriptionPrice(fileBytes: number): number {
  const seconds = Math.min(longestRecordingSeconds, Math.ceil(fileBytes / recordingBytesASecond));
  return transcriptionSecondPrice * Math.max(shortestBilledSeconds, seconds);
}

/** A turbo voice: 10 ¢ for a thousand characters. */
const speechCharacterPrice = 10_000;

/** @param spoken the text as it goes to the provider */
export const speechPrice = (spoken: string): number => speechCharacterPrice * spoken.length;

/** A minute of conversation, all together: platform 5 ¢, voice 6 ¢, understanding 1 ¢, model 3 ¢. */
export const voiceSecondPrice = 250_000;
