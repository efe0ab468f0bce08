import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../workspace.mjs';
import { bundleModules, modulesFolder } from './bundle-modules.mjs';
import { figure, quantile } from './figure.mjs';
import { openCall } from './guide-call.mjs';
import { createGuideServices, questions } from './guide-services.mjs';
import { askGateway } from './measure-chat.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

// A guide of one's own on the built site, between a scripted model, a scripted voice and a scripted ear in OpenAI's shape.

const rounds = Number(process.env['ROUNDS'] ?? 30);
const interruptions = Number(process.env['INTERRUPTIONS'] ?? 200);
const lanes = ['Anna', 'Bruno'];
const longestMomentMs = 900;
/** What was interrupted is neither heard nor read any more after so long. */
const silenceMs = 150;

const owner = 'infra/platform';
/** @type {Record<string, string>} */
const modules = {
  'scripted-model': 'infra/platform/guide/language-model/testing/scripted-model.ts',
  'changed-sentences': 'infra/platform/guide/language-model/testing/changed-sentences.ts',
  'judge-pairs': 'infra/platform/guide/language-model/testing/judge-pairs.ts',
  'scripted-speech': 'infra/platform/speech/testing/scripted-speech.ts',
  'transcription-double': 'infra/platform/voice/testing/transcription-double.ts',
  'room-client': 'infra/platform/voice/testing/room-client.ts',
  'load-content': 'infra/platform/content/load-content.ts',
  sentences: 'shared-contracts/kit/sentences.ts',
};

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @param {string} name */
const load = (name) => import(pathToFileURL(path.join(modulesFolder('guide', owner), `${name}.mjs`)).href);

/** The same moments every time. */
let seed = 20_261_123;
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** @param {string} dataDir */
export async function measureGuide(dataDir) {
  await bundleModules('guide', modules, owner);
  const [before = 0] = loadavg();
  const results = { check: await measureCheck(), ...(await measureOwnShare(dataDir)), load: [before, loadavg()[0]] };
  console.log(
    `        load of the machine: ${results.load.map((one) => one?.toFixed(1)).join(' to ')}, on ${availableParallelism()} cores`,
  );
  console.log(`        ${JSON.stringify(results)}`);
}

/** What the rules cost, and what they let through, of the sentences written by hand and of those made by a seed. */
async function measureCheck() {
  const { loadContent } = await load('load-content');
  const { museums } = await loadContent(path.join(root, 'infra/demo'));
  const { makeChangedSentences } = await load('changed-sentences');
  const { createPairJudge } = await load('judge-pairs');
  const written = JSON.parse(readFileSync(path.join(root, 'infra/platform/guide/language-model/testing/sentences.json'), 'utf8'));
  /** @type {Record<string, { true: string, false: string }[]>} */
  const lists = {
    'written and tuned on': written.tuned,
    'written and kept aside': written.keptAside,
    'made by a seed': makeChangedSentences(museums, 50, 20_261_123),
    'made by another seed': makeChangedSentences(museums, 100, 4_711),
  };
  const passes = createPairJudge(museums);
  /** @type {number[]} */ const coldTimes = [];
  /** @type {number[]} */ const times = [];
  /** What is read of a paragraph is kept: each is asked once before. @param {number[]} into */
  const measureShares = (into) =>
    Object.entries(lists).map(([name, pairs]) => {
      const share = (/** @type {'true' | 'false'} */ side) => {
        const passed = pairs.filter((pair) => {
          const began = performance.now();
          const isPassed = passes(pair, pair[side]);
          into.push(performance.now() - began);
          return isPassed;
        });
        return passed.length / pairs.length;
      };
      return { name, pairs: pairs.length, passed: share('true'), stopped: 1 - share('false') };
    });
  measureShares(coldTimes);
  const shares = measureShares(times);
  const p95 = quantile(times, 0.95);
  const cost = `p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ${times.length} sentences; of paragraphs never asked for before p95 ${quantile(coldTimes, 0.95).toFixed(2)} ms`;
  figure('the check of a sentence', cost, '2 ms at p95', p95 <= 2);
  for (const { name, pairs, passed, stopped } of shares) {
    const measured = `${((1 - passed) * 100).toFixed(1)} % of true ones dropped, ${((1 - stopped) * 100).toFixed(1)} % of false ones passed`;
    figure(`sentences ${name}, ${pairs} pairs`, measured, '5 % and 2 %', passed >= 0.95 && stopped >= 0.98);
  }
  return { p50: quantile(times, 0.5), p95, coldP95: quantile(coldTimes, 0.95), shares };
}

/** Written to the site's process: what it holds after collection. */
const heapProbe = "process.on('SIGUSR2',()=>{gc();gc();console.log('heap '+process.memoryUsage().heapUsed)})";

/** @param {import('./start-process.mjs').Started} site @returns {Promise<number>} megabytes */
function heapOf({ process: child }) {
  return new Promise((resolve) => {
    const read = (/** @type {Buffer} */ chunk) => {
      const [, bytes] = /heap (\d+)/.exec(String(chunk)) ?? [];
      if (bytes === undefined) return;
      child.stdout?.off('data', read);
      resolve(Number(bytes) / 2 ** 20);
    };
    child.stdout?.on('data', read);
    child.kill('SIGUSR2');
  });
}

/** @param {string} dataDir */
async function measureOwnShare(dataDir) {
  const services = await createGuideServices({
    model: await load('scripted-model'),
    speech: await load('scripted-speech'),
    transcription: await load('transcription-double'),
    splitSentences: (await load('sentences')).splitSentences,
  });
  const { joinRoom } = await load('room-client');
  const env = { ...services.env, DATA_DIR: path.join(dataDir, 'guide'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const args = ['--expose-gc', '--import', `data:text/javascript,${encodeURIComponent(heapProbe)}`, 'infra/server/dist/site.mjs'];
  const site = await startProcess(process.execPath, args, env, siteAddress);
  try {
    await services.rest();
    const firstWord = await measureWords(site.origin, services);
    const firstSound = await measureSounds(site.origin, services, joinRoom);
    const interrupted = await measureInterruptions(site, services, joinRoom);
    return { firstWord, firstSound, interrupted };
  } finally {
    await site.stop();
    await services.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof createGuideServices>>} Services */
/** @typedef {(url: string, options: object) => Promise<any>} JoinRoom */

/** A typed question until its first word, less what the model took until its first sentence was whole. @param {string} origin @param {Services} services */
async function measureWords(origin, services) {
  /** @type {number[]} */ const own = [];
  let openAfter = 0;
  for (let round = -3; round < rounds; round += 1) {
    services.restart();
    const totalMs = await askGateway(origin, questions[(round + 3) % questions.length]);
    if (round >= 0) own.push(totalMs - services.spentMs('model'));
    // `askGateway` leaves in the middle of the answer.
    await sleep(silenceMs);
    openAfter += services.openRequests();
  }
  print('text to first word, above the model’s own time', own, { p50: 25 });
  figure(`requests of the model left open by ${rounds} visitors who left`, String(openAfter), '0', openAfter === 0);
  return { p50: quantile(own, 0.5), p95: quantile(own, 0.95), rounds };
}

/** Release of the button until the first sound of the answer, less what ear, model and voice took. @param {string} origin @param {Services} services @param {JoinRoom} joinRoom */
async function measureSounds(origin, services, joinRoom) {
  const call = await openCall(origin, joinRoom, { playsAtOnce: true });
  await call.quiet();
  /** @type {number[]} */ const own = [];
  for (let round = -3; round < rounds; round += 1) {
    services.restart();
    services.hears(questions[(round + 3) % questions.length] ?? '');
    const totalMs = await call.releaseToSound();
    if (round >= 0) own.push(totalMs - services.spentMs('transcription') - services.spentMs('model') - services.spentMs('speech'));
    await call.quiet();
  }
  await call.close();
  print('release of the button to first sound, above the services’ own times', own, { p50: 60, p95: 120 });
  return { p50: quantile(own, 0.5), p95: quantile(own, 0.95), rounds };
}

/** Visitors who ask on while the guide speaks. @param {import('./start-process.mjs').Started} site @param {Services} services @param {JoinRoom} joinRoom */
async function measureInterruptions(site, services, joinRoom) {
  const calls = [];
  for (const lane of lanes) calls.push({ lane, call: await openCall(site.origin, joinRoom, { playsAtOnce: false }) });
  for (const { call } of calls) await call.quiet();
  const counts = { sounds: 0, words: 0, requests: 0, interruptions: 0 };
  const heaps = [];
  // The first fifth warms up: what is made once is not lost.
  for (const turns of [interruptions / 5, interruptions].map((all) => Math.ceil(all / lanes.length))) {
    Object.assign(counts, { sounds: 0, words: 0, requests: 0, interruptions: 0 });
    await Promise.all(calls.map((one) => interruptOften(one, turns, services, counts)));
    heaps.push(await heapOf(site));
  }
  for (const { call } of calls) await call.close();
  await sleep(silenceMs);
  const [warm = 0, after = 0] = heaps;
  const left = services.openRequests();
  const older = `${counts.sounds} frames of sound, ${counts.words} words, ${counts.requests} requests of the model`;
  const isClean = counts.sounds + counts.words + counts.requests === 0;
  figure(`of an older turn, ${silenceMs} ms after each of ${counts.interruptions} interruptions`, older, '0', isClean);
  figure('requests of the model open after the calls', String(left), '0', left === 0);
  figure('answers that the model did not give', String(services.unknownTexts()), '0', services.unknownTexts() === 0);
  figure('memory held more after them', `${(after - warm).toFixed(1)} MB of ${warm.toFixed(0)} MB`, '3 MB', after - warm <= 3);
  return { ...counts, left, heapMb: [warm, after] };
}

/** @param {{ lane: string, call: any }} one @param {number} turns @param {Services} services @param {Record<string, number>} counts */
async function interruptOften({ lane, call }, turns, services, counts) {
  let asked = '';
  for (let turn = 0; turn <= turns; turn += 1) {
    asked = `My name is ${lane}. ${questions[(turn + lanes.indexOf(lane)) % questions.length]}`;
    call.type(asked);
    await sleep(silenceMs);
    const since = call.mark();
    counts['requests'] += services.openRequests((question) => question.includes(` ${lane}.`) && !question.includes(asked));
    await sleep(random() * longestMomentMs);
    const answer = services.answerTo(asked);
    counts['sounds'] += call.loudnessSince(since).filter((/** @type {number} */ level) => !services.isSoundOf(level, answer)).length;
    counts['words'] += call.wordsSince(since).filter((/** @type {string} */ text) => !answer.includes(text)).length;
    counts['interruptions'] = (counts['interruptions'] ?? 0) + (turn > 0 ? 1 : 0);
  }
}

/** @param {string} name @param {number[]} times @param {{ p50: number, p95?: number }} limit */
function print(name, times, limit) {
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const asked = `${limit.p50} ms at p50${limit.p95 === undefined ? '' : `, ${limit.p95} ms at p95`}`;
  const measured = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, n ${times.length}`;
  figure(name, measured, asked, p50 <= limit.p50 && (limit.p95 === undefined || p95 <= limit.p95));
}
