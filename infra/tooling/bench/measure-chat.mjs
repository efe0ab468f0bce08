import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import path from 'node:path';
import { bundleModules } from '../bundle-modules.mjs';
import { visit } from './content.mjs';
import { figure } from './figure.mjs';
import { printSamples, runBrowser } from './measure-browser.mjs';
import { startSite } from './start-process.mjs';

const question = 'Why is the ceiling of the painting salon so dark?';

/**
 * Milliseconds from a visitor's question to the first text event of the answer.
 * @param {string} site @param {string} [text] @returns {Promise<number>}
 */
export function askGateway(site, text = question) {
  const address = `${site}/api/chat`;
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1', accept: 'text/event-stream' };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let received = '';
    const asked = request(address, { method: 'POST', headers }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        received += chunk;
        if (!received.includes('event: text')) return;
        resolve(performance.now() - began);
        // Leaves in the middle of the answer, as a visitor may.
        asked.destroy();
      });
      answer.on('end', () => reject(new Error(`${address} answers ${answer.statusCode} without a text: ${received}`)));
    });
    asked.on('error', reject);
    asked.end(JSON.stringify({ visit, clientMessageId: randomUUID(), text }));
  });
}

/** @param {string} dataDir @param {{ rounds: number }} options */
async function measureFirstWord(dataDir, { rounds }) {
  const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: path.join(dataDir, 'chat'), LOG_LEVEL: 'warn' };
  const site = await startSite(['infra/server/dist/site.mjs'], env);
  for (let round = 0; round < 20; round += 1) await askGateway(site.origin);
  /** @type {number[]} */ const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(await askGateway(site.origin));
  await site.stop();
  figure('question to first text event', times, { unit: 'ms', most: 100 });
}

/** @param {string} dataDir @param {{ rounds: number, words: number }} options */
export async function measureChat(dataDir, { rounds, words }) {
  await measureFirstWord(dataDir, { rounds });
  printSamples(runBrowser('a long answer', ['answer.spec.ts'], { ANSWER_WORDS: `${words}` }, dataDir));
}

// The model is scripted, with OpenAI's API and with the speed that the limits assume. It quotes the first passage.

const [firstTokenMs, tokensASecond] = [30, 60];
/** The site closes its request to the model within this time after a visitor left. */
const closedMs = 150;
const warmUps = 3;

/** Each question leads to another paragraph. */
const questions = [
  'Who painted the ceiling in the Painting Salon?',
  'Who was the architect of the grand staircase?',
  'How many candles are there on the chandelier?',
  'What kind of stone is the chequered floor in the Venetian Room?',
  'How high did the flood water come in the hall downstairs?',
  'Who was the last countess to live here?',
];

const owner = 'infra/platform';
const modules = {
  'scripted-model': 'infra/platform/guide/language-model/testing/scripted-model.ts',
  sentences: 'shared-contracts/kit/sentences.ts',
};

/** @param {number} ms */
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/**
 * Measures from a typed question to the first word, minus the model's time until its first complete sentence.
 * @param {string} dataDir @param {{ rounds: number }} options
 */
export async function measureGuide(dataDir, { rounds }) {
  const load = await bundleModules('guide', modules, owner);
  const model = await startModel(await load('scripted-model'), (await load('sentences')).splitSentences);
  const env = { ...model.env, DATA_DIR: path.join(dataDir, 'guide'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const site = await startSite(['infra/server/dist/site.mjs'], env);
  /** @type {number[]} */ const own = [];
  let openAfter = 0;
  try {
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const totalMs = await askGateway(site.origin, questions[round % questions.length]);
      if (round >= warmUps) own.push(totalMs - model.firstSentenceMs());
      // `askGateway` leaves in the middle of the answer.
      await sleep(closedMs);
      openAfter += model.openRequests();
    }
  } finally {
    await site.stop();
    await model.close();
  }
  figure('text to first word, above the model’s own time', own, { unit: 'ms', most: 25 });
  figure('requests of the model left open by visitors who left', openAfter, { unit: `of ${rounds}`, most: 0 });
}

/** @param {any} scripted @param {(text: string) => string[]} splitSentences */
async function startModel({ startScriptedModel, openStream, chunk, finish, piecesOf }, splitSentences) {
  const model = await startScriptedModel();
  let firstSentenceMs = 0;
  model.answerWith(async (/** @type {any} */ { body }, /** @type {import('node:http').ServerResponse} */ response) => {
    const began = performance.now();
    firstSentenceMs = 0;
    const [, number, passage = ''] = /^\[(\d+)\] .*\n(.*)/m.exec(body.messages.at(-1).content) ?? [];
    const sentences = splitSentences(passage).filter((sentence) => /[.!]$/.test(sentence));
    const lines = sentences.slice(0, 2).map((sentence) => `${sentence} [${number} "${sentence}"]`);
    const [first = ''] = lines;
    openStream(response);
    let text = '';
    for (const [at, piece] of piecesOf(lines.join('\n')).entries()) {
      await sleep(began + firstTokenMs + (1000 * at) / tokensASecond - performance.now());
      if (response.destroyed) return;
      response.write(`data: ${JSON.stringify(chunk({ content: piece }))}\n\n`);
      text += piece;
      // A sentence ends with its line.
      if (text.length > first.length) firstSentenceMs ||= performance.now() - began;
    }
    response.end(`data: ${JSON.stringify(finish())}\n\ndata: [DONE]\n\n`);
    firstSentenceMs ||= performance.now() - began;
  });
  return {
    env: { LLM_URL: model.url, LLM_MODEL: 'scripted', LLM_KEY: 'bench-llm-key' },
    firstSentenceMs: () => firstSentenceMs,
    openRequests: () => model.openRequests(),
    close: () => model.close(),
  };
}
