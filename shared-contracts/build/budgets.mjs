// Plain JavaScript, because `npm test` reads it before anything is built. All figures in bytes after gzip.

/**
 * @typedef {object} RemoteBudget
 * @property {number} firstView entry, scripts and styles without which the screen cannot be drawn
 * @property {number} all every script and style a visitor can be made to load; of the texts, one language
 */

/** remoteEntry.js: every visitor waits for it before anything else. */
export const entryBudget = 10_000;

/** The same for a stock build, whose entry contains the ecosystem's runtime; it counts against no other budget. */
export const stockEntryBudget = 45_000;

/** Upper limits of a screen's own budget in `declaration.json`, and the defaults. */
export const budgetLimits = {
  /** A visit comes to that with the music, the recorded introduction, what reads aloud and dictates. @type {RemoteBudget} */
  visitors: { firstView: 48_000, all: 105_000 },
  /** The console validates what the registry answers by itself. @type {RemoteBudget} */
  operators: { firstView: 60_000, all: 90_000 },
};

/**
 * What each screen of a first visit needs before it can be used, over the wire with headers: what was measured and 4 % more.
 * `npm run bench -- page` measures the same beside the site built as one application.
 * @type {Record<string, Record<string, number>>}
 */
export const firstVisitBudget = {
  landing: { 'round trips': 2, requests: 15, bytes: 232_900, 'script bytes': 157_500, 'script evaluated': 523_100 },
  // Both come after the landing, from which they differ.
  tailoring: { 'round trips': 1, requests: 6, bytes: 13_300, 'script bytes': 9_500, 'script evaluated': 36_500 },
  // A guided visit, with the tour's start card.
  visit: { 'round trips': 1, requests: 9, bytes: 48_700, 'script bytes': 36_800, 'script evaluated': 121_600 },
  chat: { 'round trips': 2, requests: 15, bytes: 234_800, 'script bytes': 164_300, 'script evaluated': 540_100 },
};

/** The one chunk of the host that is fetched when a visitor begins to speak with the guide. */
export const voiceBudget = 90_000;

/** One language's texts: a chunk of the name every screen gives it in `loadTexts`. */
const texts = /(?:^|\/)texts-[a-z]{2}\.[^/]*\.js$/;

/**
 * What counts against `all`: of the texts only the largest, since a visitor reads one language.
 * @template {{ file: string, bytes: number }} Measured
 * @param {readonly Measured[]} files
 * @returns {Measured[]}
 */
export function loadedAtMost(files) {
  const languages = files.filter(({ file }) => texts.test(file)).sort((a, b) => b.bytes - a.bytes);
  const unread = new Set(languages.slice(1));
  return files.filter((each) => !unread.has(each));
}
