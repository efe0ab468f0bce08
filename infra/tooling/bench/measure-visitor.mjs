import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { decodedMappings, LEAST_UPPER_BOUND, originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { root } from '../workspace.mjs';
import { figure, quantile } from './figure.mjs';
import { runBrowser } from './measure-browser.mjs';
import { museumId } from './measure-chat.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

// What a visitor pays on a landing for what composition by teams needs beyond the screens themselves. Bytes: the built scripts with
// and without the parts, by the private source maps, after Brotli. Time: CPU profiles of landing loads, through the same maps. What a
// library does counts as its caller's. Not counted: evaluation of modules, which is in no function of theirs, and the validation of
// declarations with the set, whose caller is not theirs. So the time is the least it is; styles and texts of the landing are left out, too.

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
    'shared-contracts/releases/release-set.ts': ['routesSchema', 'relied'],
    'releases/declared-screens.ts': 'whole',
    'arrival/use-links.ts': 'whole',
    'shell.tsx': ['FirstSet', 'VisitorsRoute'],
    'screen-links.tsx': 'whole',
  },
  errors: {
    'releases/page-errors.ts': 'whole',
    'screens/watch-use.ts': 'whole',
    'releases/blocked-versions.ts': ['hasFailedBefore'],
    'releases/hang-watch.ts': ['findCrashed', 'storeShown', 'lockOf', 'readShown'],
    'releases/release-updater.ts': ['doubt'],
    'screens/remote-screen.tsx': ['StageMark'],
    'screens/shown-screen.ts': ['limitBus', 'describeFailure', 'reportEarly'],
  },
  vitals: { 'screens/watch-vitals.ts': 'whole' },
  slots: { 'slots/open-slot.ts': 'whole', 'slots/shown-slot.tsx': 'whole' },
  contracts: {
    'shared-contracts/releases/check-remote.ts': ['mountsItself', 'ownReact'],
    'releases/federation.ts': ['scopeOf', 'hasReact'],
    'releases/screen-loader.ts': ['missingFiles'],
    'screens/mounted-screen.tsx': 'whole',
  },
};

/** Builds whose scripts a landing load runs. */
const builds = ['host', 'mfe-landing'];

/** @param {string} dataDir @param {string[]} args */
export async function measureVisitor(dataDir, args) {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '9' } } });
  const scripts = builds.flatMap(readScripts);
  const profiles = path.join(dataDir, 'profiles');
  mkdirSync(profiles, { recursive: true });
  const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn', NODE_ENV: '', DATA_DIR: path.join(dataDir, 'visitor') };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  try {
    const html = await fetch(`${site.origin}/?museum=${museumId}`).then((response) => response.text());
    const own = { VISITOR_ORIGIN: site.origin, VISITOR_RUNS: values.runs, VISITOR_PROFILES: profiles };
    const { errors } = runBrowser(['--config', 'figures.config.ts', 'visitor.spec.ts'], own, dataDir);
    if (errors.length > 0) throw new Error(errors.join('\n'));
    const loads = readdirSync(profiles).map((name) => JSON.parse(readFileSync(path.join(profiles, name), 'utf8')));
    reportBytes(
      scripts.filter(({ name }) => loads.some(({ urls }) => urls.some((/** @type {string} */ url) => url.endsWith(name)))),
      html,
    );
    reportTimes(scripts, loads);
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

const brotli = (/** @type {string} */ text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

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

/** @param {Script[]} loaded @param {string} html */
function reportBytes(loaded, html) {
  const cost = (/** @type {Script} */ script, /** @type {(part: string) => boolean} */ isLeftOut) => {
    const rest = without(script, isLeftOut);
    return rest.trim() === '' || rest.length < script.text.length / 3 ? brotli(script.text) : brotli(script.text) - brotli(rest);
  };
  const sum = (/** @type {(part: string) => boolean} */ isLeftOut) =>
    loaded.reduce((total, script) => (without(script, isLeftOut) === script.text ? total : total + cost(script, isLeftOut)), 0);
  for (const part of Object.keys(parts)) console.log(`        ${part}: ${sum((each) => each === part)} bytes after Brotli`);
  for (const script of loaded) {
    const bytes = without(script, () => true) === script.text ? 0 : cost(script, () => true);
    if (bytes > 0) console.log(`        in ${script.name.replace(/\.[^.]+\.js$/, '')}: ${bytes} of ${brotli(script.text)} bytes`);
  }
  const undeclared = html.replace(/(<script[^>]*id="release-set">)(.*?)(?=<\/script>)/s, (_, tag, text) => {
    const set = JSON.parse(text);
    for (const remote of Object.values(set.remotes)) delete remote.declaration;
    return tag + JSON.stringify(set);
  });
  console.log(`        in the page's HTML, its screens' declarations: ${brotli(html) - brotli(undeclared)} bytes`);
  const bytes = sum(() => true);
  figure(
    'scripts of a landing for screens that declare themselves, errors, vitals, slots, contracts',
    `${bytes} bytes after Brotli`,
    `${limit.bytes}`,
    bytes <= limit.bytes,
  );
}

/** @typedef {{ id: number, callFrame: { url: string, lineNumber: number, columnNumber: number }, children?: number[] }} ProfileNode */
/** @typedef {{ profile: { nodes: ProfileNode[], samples: number[], timeDeltas: number[] }, urls: string[] }} Load */

/** @param {Script[]} scripts @param {Load[]} loads */
function reportTimes(scripts, loads) {
  const byName = new Map(scripts.map((script) => [script.name, script]));
  const measured = loads.map(({ profile }) => timesOf(byName, profile));
  for (const part of [...Object.keys(parts), 'all scripts']) {
    const times = measured.map((times) => times.get(part) ?? 0);
    console.log(`        ${part}: median ${quantile(times, 0.5).toFixed(2)} ms`);
  }
  const sums = measured.map((times) => Object.keys(parts).reduce((sum, part) => sum + (times.get(part) ?? 0), 0));
  const middle = quantile(sums, 0.5);
  const spread = `${quantile(sums, 0.25).toFixed(1)} to ${quantile(sums, 0.75).toFixed(1)}`;
  figure(
    'their time of the main thread',
    `median ${middle.toFixed(1)} ms (quartiles ${spread}) of ${sums.length} loads`,
    `${limit.ms} ms`,
    middle <= limit.ms,
  );
  console.log(`        load of the machine: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`);
}

/** Part → ms. @param {Map<string, Script>} scripts @param {Load['profile']} profile */
function timesOf(scripts, { nodes, samples, timeDeltas }) {
  /** @type {Map<number, { own: string, part: string | undefined } | undefined>} */ const owners = new Map();
  /** @type {Map<number, number>} */ const parents = new Map();
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  /** The nearest function of ours that is on the stack. @param {number | undefined} id @returns {{ own: string, part: string | undefined } | undefined} */
  function ownerOf(id) {
    if (id === undefined) return undefined;
    if (owners.has(id)) return owners.get(id);
    const node = byId.get(id);
    const owner = (node && placeOf(scripts, node)) ?? ownerOf(parents.get(id));
    owners.set(id, owner);
    return owner;
  }
  /** @type {Map<string, number>} */ const times = new Map();
  samples.forEach((id, index) => {
    const ms = (timeDeltas[index] ?? 0) / 1_000;
    const owner = ownerOf(id);
    const add = (/** @type {string} */ key) => times.set(key, (times.get(key) ?? 0) + ms);
    if (owner) add('all scripts');
    if (owner?.part) add(owner.part);
  });
  return times;
}

/** @param {Map<string, Script>} scripts @param {ProfileNode} node */
function placeOf(scripts, { callFrame: { url, lineNumber, columnNumber } }) {
  const script = scripts.get(url.split('/').at(-1) ?? '');
  if (!script) return undefined;
  const at = { line: lineNumber + 1, column: columnNumber };
  const { source, line } = originalPositionFor(script.map, at);
  // What holds modules begins between two of them.
  if (source === null || source !== originalPositionFor(script.map, { ...at, bias: LEAST_UPPER_BOUND }).source) return undefined;
  return nameOf(source).startsWith('node_modules/') ? undefined : { own: source, part: script.partOf(source, line) };
}
