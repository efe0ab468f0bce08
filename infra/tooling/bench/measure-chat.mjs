import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import path from 'node:path';
import { visit } from './content.mjs';
import { figure } from './figure.mjs';
import { printFigures, runBrowser } from './measure-browser.mjs';
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
  printFigures(runBrowser('a long answer', ['answer.spec.ts'], { ANSWER_WORDS: `${words}` }, dataDir));
}
