import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { decodedMappings, LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { root } from '../workspace.mjs';
import { figure, printLoad, quantile } from './figure.mjs';
import { runBrowser } from './measure-browser.mjs';
import { museumId } from './measure-chat.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

// What a visitor pays on a landing for what composition by teams needs beyond the screens themselves: functions and modules that
// are there for it, found by the private source maps. Bytes: the built scripts with and without them, after Brotli, with what a
// chunk's address and hash cost each page, and the screens' declarations in the page's HTML. Time: CPU profiles of landing loads.
// What a library does counts as its caller's; the evaluation of modules is shared out by their characters, and so is what is done
// with the whole set (validated, spelled for its signature), by those of the declarations in it. Not counted: styles and texts, and
// lines of other functions, such as the measure of what is shown.

const limit = { bytes: 3_000, ms: 10 };

/**
 * Modules as the maps name them, whole, or of modules that do more the functions that are there for it.
 * @type {Record<string, Record<string, string[] | 'whole'>>}
 */
const parts = {
  declarations: {
    'shared-contracts/releases/declaration.ts': 'whole',
    // Without how paths are read, the only exhibition and the question to show, which the table of addresses before had as well.
    'shared-contracts/visit/arrival.ts': [
      ...['visitorsScreens', 'screenAt', 'pathOf', 'decideArrival', 'forMuseum', 'isForMuseum', 'entryOf', 'leadTo', 'show'],
      ...['choosesItself', 'isKnown', 'canShow', 'readyScreens', 'screensAhead'],
    ],
    'shared-contracts/releases/release-set.ts': ['route', 'relied'],
    'releases/declared-screens.ts': 'whole',
    'arrival/use-links.ts': 'whole',
    'shell.tsx': ['FirstSet', 'VisitorsRoute'],
    'screen-links.tsx': 'whole',
  },
  errors: {
    'releases/page-errors.ts': 'whole',
    'releases/release-updater.ts': ['doubt'],
    'screens/remote-screen.tsx': ['watchBlank'],
    'screens/shown-screen.ts': ['describeFailure', 'reportEarly'],
  },
  vitals: { 'screens/watch-vitals.ts': 'whole' },
  slots: { 'slots/open-slot.ts': 'whole', 'slots/shown-slot.tsx': 'whole' },
  contracts: {
    'shared-contracts/releases/check-remote.ts': ['mountsItself'],
    'screens/mounted-screen.tsx': 'whole',
    'bootstrap.tsx': ['loadMounting'],
  },
};
/** Of which the declarations are a part. */
const setModules = ['shared-contracts/releases/signed-set.ts', 'shared-contracts/releases/release-set.ts'];

/** Builds whose scripts a landing load runs. */
const builds = ['host', 'mfe-landing'];

/** @param {string} dataDir @param {{ runs: number }} options */
export async function measureVisitor(dataDir, { runs }) {
  const scripts = builds.flatMap(readScripts);
  const profiles = path.join(dataDir, 'profiles');
  mkdirSync(profiles, { recursive: true });
  const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '', DATA_DIR: path.join(dataDir, 'visitor') };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  try {
    const html = await fetch(`${site.origin}/?museum=${museumId}`).then((response) => response.text());
    const own = { VISITOR_ORIGIN: site.origin, VISITOR_RUNS: `${runs}`, VISITOR_PROFILES: profiles };
    const { errors } = runBrowser(['--config', 'figures.config.ts', 'visitor.spec.ts'], own, dataDir);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    const loads = readdirSync(profiles).map((name) => JSON.parse(readFileSync(path.join(profiles, name), 'utf8')));
    reportBytes(
      scripts.filter(({ name }) => loads.some(({ urls }) => urls.some((/** @type {string} */ url) => url.endsWith(name)))),
      html,
    );
    reportTimes(scripts, loads, readDeclarations(html).share);
  } finally {
    await site.stop();
  }
}

/** @typedef {{ name: string, text: string, map: TraceMap, partOf: (source: string | null, line: number | null) => string | undefined }} Script */

/** @param {string} folder @returns {Script[]} */
function readScripts(folder) {
  const dist = path.join(root, folder, 'dist');
  const partOf = createPartFinder(folder);
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.startsWith('private'))
    .flatMap((file) => {
      const map = readMap(path.join(dist, 'private/maps', `${file}.map`));
      return map ? [{ name: path.basename(file), text: readFileSync(path.join(dist, file), 'utf8'), map, partOf }] : [];
    });
}

/** @param {string} file */
function readMap(file) {
  try {
    return new TraceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** As formatted here a declaration ends with the first line that is not indented further, and closes or is the only one. @param {string} folder */
function createPartFinder(folder) {
  /** @type {Map<string, { part: string, ranges: [from: number, to: number][] | undefined }>} */ const found = new Map();
  for (const [part, modules] of Object.entries(parts)) {
    for (const [module, names] of Object.entries(modules)) {
      const ranges = names === 'whole' ? undefined : rangesOf(folder, module, names);
      found.set(module, { part, ranges });
    }
  }
  return (/** @type {string | null} */ source, /** @type {number | null} */ line) => {
    const { part, ranges } = found.get(nameOf(source ?? '')) ?? {};
    return !ranges || ranges.some(([from, to]) => line !== null && line >= from && line <= to) ? part : undefined;
  };
}

/** Maps of chunks name their modules by way of the chunk's folder. @param {string} source */
const nameOf = (source) => source.replace(/^(?:\.\.\/|async\/)+/, '');

/** @param {string} folder @param {string} module @param {string[]} names @returns {[number, number][]} */
function rangesOf(folder, module, names) {
  const file = path.join(root, module.startsWith('shared-contracts/') ? '' : folder, module);
  /** @type {string[]} */ let lines = [];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    // Of another build.
    return [];
  }
  return names.flatMap((name) => {
    const start = lines.findIndex((line) =>
      new RegExp(`^\\s*(?:export )?(?:async )?(?:function|const) ${name}\\b|^\\s+${name}: \\(`).test(line),
    );
    if (start < 0) return [];
    const [indent = ''] = /^\s*/.exec(lines[start] ?? '') ?? [];
    const isOneLine = /[;,]$/.test(lines[start] ?? '');
    const rest = lines.slice(start + 1);
    const end = rest.findIndex((line) => !line.startsWith(`${indent} `) && !/^\s*[}\])].*[{(]$/.test(line));
    const length = isOneLine ? 0 : end + (/^\s*[}\])]/.test(rest[end] ?? '') ? 1 : 0);
    /** @type {[number, number]} */ const range = [start + 1, start + 1 + length];
    return [range];
  });
}

/** @type {Map<string, number>} */ const sizes = new Map();

/** @param {string} text */
function brotli(text) {
  const size = sizes.get(text) ?? brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  sizes.set(text, size);
  return size;
}

/** The script without what belongs to some parts. @param {Script} script @param {(part: string) => boolean} isLeftOut */
function without({ text, map, partOf }, isLeftOut) {
  const lines = text.split('\n');
  const mappings = decodedMappings(map);
  return lines
    .map((line, number) => {
      const segments = mappings[number] ?? [];
      const [first = [line.length]] = segments;
      const kept = segments.map((segment, index) => {
        const part = segment.length > 1 ? partOf(map.sources[segment[1] ?? -1] ?? null, (segment[2] ?? 0) + 1) : undefined;
        return part && isLeftOut(part) ? '' : line.slice(segment[0], segments[index + 1]?.[0]);
      });
      return line.slice(0, first[0]) + kept.join('');
    })
    .join('\n');
}

/**
 * Brotli's own choices move a large script by a hundred bytes whatever is left out of it: so the mean over several beginnings.
 * @param {string} text @param {string} rest @param {number[]} [beginnings]
 */
function bytesBetween(text, rest, beginnings = [0, 997, 1_994, 2_991, 3_988, 4_985]) {
  if (rest === text) return 0;
  const cuts = text.length > 100_000 ? beginnings : [0];
  const sum = cuts.reduce((total, cut) => total + brotli(text.slice(cut)) - brotli(rest.slice(cut)), 0);
  return Math.round(sum / cuts.length);
}

/** Of the chunk that is needed seldom, in the script that loads it: its name and hash cannot be compressed. @param {Script[]} loaded */
function chunkBytes(loaded) {
  return loaded.reduce((total, { text }) => {
    const [address = '', id] = /"([^"]+)"===\w+\?"static\/js\/async\/seldom\.[^"]+":/.exec(text) ?? [];
    const [hash = ''] = (id && new RegExp(`"?${id}"?:"sha384-[^"]+",?`).exec(text)) || [];
    return total + bytesBetween(text, text.replace(address, '').replace(hash, ''));
  }, 0);
}

/** @param {string} html */
function readDeclarations(html) {
  const [, text = '{}'] = /<script[^>]*id="release-set">(.*?)<\/script>/s.exec(html) ?? [];
  const set = JSON.parse(text);
  for (const remote of Object.values(set.remotes)) delete remote.declaration;
  const rest = JSON.stringify(set);
  return { bytes: brotli(html) - brotli(html.replace(text, () => rest)), share: 1 - rest.length / text.length };
}

/** @param {Script[]} loaded @param {string} html */
function reportBytes(loaded, html) {
  /** @param {(part: string) => boolean} isLeftOut @param {number[]} [beginnings] */
  const sum = (isLeftOut, beginnings) =>
    loaded.reduce((total, script) => total + bytesBetween(script.text, without(script, isLeftOut), beginnings), 0);
  for (const part of Object.keys(parts)) console.log(`        ${part}: about ${sum((each) => each === part, [0])} bytes after Brotli`);
  const [scripts, chunk, declared] = [sum(() => true), chunkBytes(loaded), readDeclarations(html).bytes];
  console.log(`        all in scripts: ${scripts}, address and hash of the chunk that is needed seldom: ${chunk}`);
  console.log(`        declarations of the museum's screens in the page's HTML: ${declared}`);
  const bytes = scripts + chunk + declared;
  figure('what a landing loads for screens that declare themselves, errors, vitals, slots, contracts', `${bytes} bytes after Brotli`, {
    limit: `${limit.bytes}`,
    holds: bytes <= limit.bytes,
    values: bytes,
  });
}

/** @typedef {{ id: number, callFrame: { url: string, lineNumber: number, columnNumber: number }, children?: number[] }} ProfileNode */
/** @typedef {{ profile: { nodes: ProfileNode[], samples: number[], timeDeltas: number[] }, urls: string[] }} Load */

/** Part → its share of the time. @typedef {Record<string, number>} Shares */
/** @typedef {{ script: Script, evaluation: Shares }} Profiled */

/** @param {Script[]} scripts @param {Load[]} loads @param {number} declared share of the declarations in the set */
function reportTimes(scripts, loads, declared) {
  /** @type {Map<string, Profiled>} */ const byName = new Map(
    scripts.map((script) => {
      const shareOf = (/** @type {string} */ part) => 1 - without(script, (each) => each === part).length / script.text.length;
      return [script.name, { script, evaluation: Object.fromEntries(Object.keys(parts).map((part) => [part, shareOf(part)])) }];
    }),
  );
  const measured = loads.map(({ profile }) => timesOf(byName, profile, declared));
  for (const part of [...Object.keys(parts), 'all scripts']) {
    const times = measured.map((times) => times.get(part) ?? 0);
    console.log(`        ${part}: median ${quantile(times, 0.5).toFixed(2)} ms`);
  }
  const sums = measured.map((times) => Object.keys(parts).reduce((sum, part) => sum + (times.get(part) ?? 0), 0));
  const middle = quantile(sums, 0.5);
  const spread = `${quantile(sums, 0.25).toFixed(1)} to ${quantile(sums, 0.75).toFixed(1)}`;
  figure('their time of the main thread', `median ${middle.toFixed(1)} ms (quartiles ${spread}) of ${sums.length} loads`, {
    limit: `${limit.ms} ms`,
    holds: middle <= limit.ms,
    values: sums,
  });
  printLoad();
}

/** Part → ms. @param {Map<string, Profiled>} scripts @param {Load['profile']} profile @param {number} declared */
function timesOf(scripts, { nodes, samples, timeDeltas }, declared) {
  /** @type {Map<number, Shares | undefined>} */ const owners = new Map();
  /** @type {Map<number, number>} */ const parents = new Map();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** Of the nearest function of ours that is on the stack. @param {number | undefined} id @returns {Shares | undefined} */
  function ownerOf(id) {
    if (id === undefined) return undefined;
    if (owners.has(id)) return owners.get(id);
    const node = byId.get(id);
    const owner = (node && sharesAt(scripts, node, declared)) ?? ownerOf(parents.get(id));
    owners.set(id, owner);
    return owner;
  }
  /** @type {Map<string, number>} */ const times = new Map();
  samples.forEach((id, index) => {
    const ms = (timeDeltas[index] ?? 0) / 1_000;
    for (const [part, share] of Object.entries(ownerOf(id) ?? {})) times.set(part, (times.get(part) ?? 0) + ms * share);
  });
  return times;
}

/** Undefined for what is not ours. @param {Map<string, Profiled>} scripts @param {ProfileNode} node @param {number} declared @returns {Shares | undefined} */
function sharesAt(scripts, { callFrame: { url, lineNumber, columnNumber } }, declared) {
  const { script, evaluation } = scripts.get(url.split('/').at(-1) ?? '') ?? {};
  if (!script) return undefined;
  const at = { line: lineNumber + 1, column: columnNumber };
  const { source, line } = originalPositionFor(script.map, at);
  // What holds modules begins between two of them: it runs as they are evaluated.
  if (source === null || source !== originalPositionFor(script.map, { ...at, bias: LEAST_UPPER_BOUND }).source)
    return { ...evaluation, 'all scripts': 1 };
  const name = nameOf(source);
  if (name.startsWith('node_modules/')) return undefined;
  const part = setModules.includes(name) ? 'declarations' : script.partOf(source, line);
  return { 'all scripts': 1, ...(part && { [part]: setModules.includes(name) ? declared : 1 }) };
}
