import path from 'node:path';
import { bundleModules, loadModule } from '../bundle-modules.mjs';
import { root } from '../workspace.mjs';
import { visit } from './content.mjs';
import { figure, figureOfTimes, quantile } from './figure.mjs';
import { createGuideServices, questions } from './guide-services.mjs';
import { askGateway } from './measure-chat.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

// The model, the voice and the transcription service are scripted, with OpenAI's API.

/** The site closes its request to the model within this time after a visitor left. */
const closedMs = 150;
const renewEveryMs = 4_000;

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
const load = (/** @type {string} */ name) => loadModule('guide', name, owner);

/** @param {string} dataDir @param {{ rounds: number }} options */
export async function measureGuide(dataDir, { rounds }) {
  await bundleModules('guide', modules, owner);
  await measureCheck();
  await measureOwnShare(dataDir, rounds);
}

async function measureCheck() {
  const { loadContent } = await load('load-content');
  const { museums } = await loadContent(path.join(root, 'infra/demo'));
  const { makeChangedSentences } = await load('changed-sentences');
  const passes = (await load('judge-pairs')).createPairJudge(museums);
  /** @type {{ true: string, false: string }[]} */ const pairs = makeChangedSentences(museums, 50, 20_261_123);
  const measure = () =>
    pairs.flatMap((pair) =>
      [pair.true, pair.false].map((sentence) => {
        const began = performance.now();
        passes(pair, sentence);
        return performance.now() - began;
      }),
    );
  // The check caches what it reads of a paragraph, so the first round is slower.
  const [cold, times] = [measure(), measure()];
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const measured = `p50 ${p50.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, ${times.length} sentences; with new paragraphs p95 ${quantile(cold, 0.95).toFixed(2)} ms`;
  figure('the check of a sentence', measured, { limit: '2 ms at p95', holds: p95 <= 2, values: times });
}

/** @param {string} dataDir @param {number} rounds */
async function measureOwnShare(dataDir, rounds) {
  const services = await createGuideServices({
    model: await load('scripted-model'),
    speech: await load('scripted-speech'),
    transcription: await load('transcription-double'),
    splitSentences: (await load('sentences')).splitSentences,
  });
  const { joinRoom } = await load('room-client');
  const env = { ...services.env, DATA_DIR: path.join(dataDir, 'guide'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  try {
    await services.rest();
    await measureWords(site.origin, services, rounds);
    await measureSounds(site.origin, services, joinRoom, rounds);
  } finally {
    await site.stop();
    await services.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof createGuideServices>>} Services */
/** @typedef {(url: string, options: object) => Promise<any>} JoinRoom */

/** Measures from a typed question to the first word, minus the model's time until its first complete sentence. @param {string} origin @param {Services} services @param {number} rounds */
async function measureWords(origin, services, rounds) {
  /** @type {number[]} */ const own = [];
  let openAfter = 0;
  for (let round = -3; round < rounds; round += 1) {
    services.restart();
    const totalMs = await askGateway(origin, questions[(round + 3) % questions.length]);
    if (round >= 0) own.push(totalMs - services.spentMs('model'));
    // `askGateway` leaves in the middle of the answer.
    await sleep(closedMs);
    openAfter += services.openRequests();
  }
  figureOfTimes('text to first word, above the model’s own time', own, { p50: 25 });
  figure('requests of the model left open by visitors who left', `${openAfter}, ${rounds} left`, {
    limit: '0',
    holds: openAfter === 0,
    values: openAfter,
  });
}

/** Measures from the release of the button to the first sound, minus the times of transcription, model and voice. @param {string} origin @param {Services} services @param {JoinRoom} joinRoom @param {number} rounds */
async function measureSounds(origin, services, joinRoom, rounds) {
  const call = await openCall(origin, joinRoom);
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
  figureOfTimes('release of the button to first sound, above the services’ own times', own, { p50: 60, p95: 120 });
}

/** Opens a call without a browser, as a visitor's page does, and enters its room. @param {string} origin @param {(url: string, options: object) => Promise<any>} joinRoom */
async function openCall(origin, joinRoom) {
  const headers = { 'x-enfilade': '1', authorization: 'Bearer visit', origin };
  const body = JSON.stringify({
    assistantId: 'visit',
    assistantOverrides: { variableValues: { visit: JSON.stringify(visit) } },
  });
  const answer = await fetch(`${origin}/api/voice/call/web`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Error(`No call: ${answer.status} ${await answer.text()}`);
  const { id, webCallUrl } = await answer.json();
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const renewal = setInterval(() => {
    fetch(`${origin}/api/voice/calls/${id}/renewal`, { method: 'POST', headers: { ...headers, cookie } }).catch(() => undefined);
  }, renewEveryMs);
  const client = await joinRoom(webCallUrl, { headers: { origin, cookie } });
  await client.enter();
  const isSaid = (/** @type {any} */ { role, status }) => role === 'assistant' && status === 'stopped';

  return {
    quiet: () => client.nextApp('speech-update', isSaid),
    /** @returns milliseconds until the answer sounds */
    async releaseToSound() {
      client.send({ t: 'microphone', isOn: true });
      // The noise of the room, then the voice.
      client.speak(400, 10);
      client.speak(600);
      const before = client.heardMs();
      const began = performance.now();
      client.send({ t: 'microphone', isOn: false });
      await client.sound(before + 20);
      return performance.now() - began;
    },
    async close() {
      clearInterval(renewal);
      client.send({ t: 'leave' });
      await client.closed;
    },
  };
}
