// Plain JavaScript, because `npm test` reads the file before anything is built. All figures are bytes after gzip.

/**
 * @typedef {object} RemoteBudget
 * @property {number} firstView entry, scripts and styles that the first render needs
 * @property {number} all every script and style that a visitor can load, with the texts of one language
 */

/** remoteEntry.js, which loads before everything else. */
export const entryBudget = 10_000;

/** remoteEntry.js of a stock build contains the ecosystem's runtime. Its bytes count against no other budget. */
export const stockEntryBudget = 45_000;

/** Defaults, and upper limits of a screen's own budget in `declaration.json`. */
export const budgetLimits = {
  /** @type {RemoteBudget} The visit with music, recorded introduction, reading aloud and dictation. */
  visitors: { firstView: 48_000, all: 105_000 },
  /** @type {RemoteBudget} The console validates the registry's responses itself. */
  operators: { firstView: 60_000, all: 90_000 },
};

/**
 * Transfer with headers until each screen of a first visit is usable: measured values plus 4 %, compared by `npm run bench -- page`.
 * @type {Record<string, Record<string, number>>}
 */
export const firstVisitBudget = {
  landing: { 'round trips': 2, requests: 15, bytes: 232_900, 'script bytes': 157_500, 'script evaluated': 523_100 },
  // Questionnaire and visit exclude the bytes of the landing page.
  tailoring: { 'round trips': 1, requests: 6, bytes: 13_300, 'script bytes': 9_500, 'script evaluated': 36_500 },
  visit: { 'round trips': 1, requests: 9, bytes: 48_700, 'script bytes': 36_800, 'script evaluated': 121_600 },
  chat: { 'round trips': 2, requests: 15, bytes: 234_800, 'script bytes': 164_300, 'script evaluated': 540_100 },
};

/** The host's chunk that loads when a visitor starts to speak with the guide. */
export const voiceBudget = 90_000;

/** The chunk of one language's texts, as every screen's `texts.ts` names the chunk. */
const texts = /(?:^|\/)texts-[a-z]{2}\.[^/]*\.js$/;

/**
 * A visitor reads one language, so only the largest file of texts counts against `all`.
 * @template {{ file: string, bytes: number }} Measured
 * @param {readonly Measured[]} files @returns {Measured[]}
 */
export function loadedAtMost(files) {
  const languages = files.filter(({ file }) => texts.test(file)).sort((a, b) => b.bytes - a.bytes);
  const unread = new Set(languages.slice(1));
  return files.filter((each) => !unread.has(each));
}
