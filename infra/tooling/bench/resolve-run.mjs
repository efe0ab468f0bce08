import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { findRemoteFolders } from '../remote-folders.mjs';
import { root } from '../workspace.mjs';

// Run by measure-resolve in a process of its own, whose memory is the figure: the registry of 10,000 museums, resolving.

const museums = 10_000;
const versions = 200;
const names = findRemoteFolders(root).map(({ name }) => name);
const visitors = 100_000;
const filesOfBuild = 30;

const [, , folder = ''] = process.argv;
const load = (/** @type {string} */ file) => import(pathToFileURL(path.join(folder, file)).href);
const { applyRecord, emptyState } = await load('state.mjs');
const { createSetChooser } = await load('chooser.mjs');

const integrity = `sha384-${'A'.repeat(64)}`;
const museumId = (/** @type {number} */ number) => number.toString(16).padStart(24, '0');
const id = (/** @type {number} */ number) => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
const version = (/** @type {number} */ number) => `1.${number % versions}.0`;
/** The same walk every time. */
let seed = 20_261_120;
const random = (/** @type {number} */ below) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

let state = emptyState;
const at = new Date(0).toISOString();
/** @param {string} action @param {object} payload */
const follow = (action, payload) => {
  state = applyRecord(state, { seq: state.seq + 1, at, actor: 'bench', action, payload });
};

for (const name of names) {
  for (let number = 0; number < versions; number += 1) {
    const files = Array.from({ length: filesOfBuild }, (_, file) => [
      `static/js/async/${file}.${number}.js`,
      { bytes: 1_000, integrity: `${integrity}` },
    ]);
    const build = { contract: '^1.0.0', federation: '^2.9.0', shared: {}, initial: [], files: Object.fromEntries(files) };
    follow('version-published', { name, version: version(number), ...build });
  }
  follow('pin-set', { museumId: '*', name, version: version(0), previous: null });
}
for (let museum = 0; museum < museums; museum += 1) {
  const place = { museumId: museumId(museum) };
  follow('pin-set', { ...place, name: 'visit', version: version(random(versions)), previous: null });
  if (museum % 4 === 0) {
    const set = { chat: version(museum), landing: version(museum) };
    follow('rollout-started', { ...place, id: id(museum), versions: set, percent: 10 });
  }
  if (museum % 100 === 0) follow('grant-issued', { ...place, id: id(museum), remote: 'visit', version: version(museum), minutes: 60 });
}
follow('rollout-started', { museumId: '*', id: id(museums), versions: { operator: version(1), tailoring: version(1) }, percent: 50 });

const { chooseSet } = createSetChooser(() => state);
const times = new Float64Array(visitors);
let remotes = 0;
for (let visitor = 0; visitor < visitors; visitor += 1) {
  // Now and then something changes, and every set is made anew.
  if (visitor % 20_000 === 10_000) follow('rollout-changed', { museumId: '*', id: id(museums), percent: visitor / 2_000 });
  const museum = random(museums);
  const choice = {
    museumId: museumId(museum),
    visitorId: `visitor-${visitor}`,
    grants: museum % 100 === 0 ? [id(museum)] : [],
    avoid: [],
    now: 1,
  };
  const began = performance.now();
  const set = chooseSet(choice);
  times[visitor] = performance.now() - began;
  remotes += Object.keys(set.remotes).length;
}
if (remotes !== visitors * names.length) throw new Error('A visitor did not get every remote');
times.sort();
const quantile = (/** @type {number} */ share) => times[Math.floor(visitors * share)];
globalThis.gc?.();
console.log(
  JSON.stringify({
    museums,
    versions,
    visitors,
    p50: quantile(0.5),
    p99: quantile(0.99),
    longest: times.at(-1),
    megabytes: process.memoryUsage().rss / 2 ** 20,
  }),
);
