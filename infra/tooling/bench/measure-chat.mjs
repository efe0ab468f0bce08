import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { root } from '../workspace.mjs';
import { figure, quantile } from './figure.mjs';
import { siteAddress, startProcess } from './start-process.mjs';

// One question of a visitor, and how long it takes until something comes back.

const belmonte = path.join(root, 'infra/demo/museums/belmonte');
export const { _id: museumId } = JSON.parse(readFileSync(path.join(belmonte, 'museum.json'), 'utf8'));
const [exhibition] = JSON.parse(readFileSync(path.join(belmonte, 'exhibitions.json'), 'utf8'));
export const place = { museumId, exhibitionId: exhibition._id, language: 'en', visitMode: 'exploration' };
const question = 'Why is the ceiling of the painting salon so dark?';

/**
 * Milliseconds from the POST to the first bytes that match.
 * @param {string} address @param {Record<string, string>} headers @param {unknown} body @param {RegExp} first
 * @returns {Promise<number>}
 */
function untilFirst(address, headers, body, first) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    let text = '';
    const asked = request(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }, (answer) => {
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => {
        text += chunk;
        if (!first.test(text)) return;
        resolve(performance.now() - began);
        // What follows is of no interest: leave, as a visitor would.
        asked.destroy();
      });
      answer.on('end', () => reject(new Error(`${address} answers ${answer.statusCode} and never says ${first}: ${text}`)));
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

/** The same question straight to the platform. @param {string} platform @param {string} key */
function askPlatform(platform, key) {
  const variableValues = { ...place, time: '', goals: '', visitorType: '', style: '', artists: '', custom_instruction: '' };
  const body = { assistantId: exhibition.assistant.vapiId, input: question, stream: true, assistantOverrides: { variableValues } };
  return untilFirst(`${platform}/chat`, { authorization: `Bearer ${key}` }, body, /"delta"/);
}

/** A visitor's question through the gateway. @param {string} site @param {string} [text] */
export function askGateway(site, text = question) {
  const body = { visit: { ...place, answers: {} }, clientMessageId: randomUUID(), text };
  return untilFirst(`${site}/api/chat`, { 'x-enfilade': '1', accept: 'text/event-stream' }, body, /event: text/);
}

/** @param {string} dataDir @param {{ rounds: number }} options */
export async function measureFirstWord(dataDir, { rounds }) {
  const key = 'bench-key';
  const account = { MIDDLEWARE_EMAIL: 'bench@enfilade.example', MIDDLEWARE_PASSWORD: 'bench-password' };
  const common = { ...account, VAPI_PRIVATE_KEY: key, LLM_KEY: key, TTS_KEY: key, PORT: '0', HOST: '127.0.0.1' };
  const content = { ...common, CONTENT_DIR: path.join(root, 'infra/demo') };
  const platform = await startProcess(process.execPath, ['infra/platform/dist/platform.mjs'], content, /http:\/\/127\.0\.0\.1:\d+/);
  const urls = ['MIDDLEWARE', 'KB', 'VAPI', 'LLM', 'TTS'].map((name) => [`${name}_URL`, platform.origin]);
  const models = { LLM_MODEL: 'local', TTS_MODEL: 'local', SETTINGS_URL: `${platform.origin}/settings` };
  const env = { ...common, ...Object.fromEntries(urls), ...models, DATA_DIR: path.join(dataDir, 'chat'), LOG_LEVEL: 'warn' };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  const direct = () => askPlatform(platform.origin, key);
  const through = () => askGateway(site.origin);
  for (let round = 0; round < 20; round += 1) await Promise.all([direct(), through()]);
  /** @type {number[]} */ const alone = [];
  /** @type {number[]} */ const whole = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await direct());
    whole.push(await through());
  }
  await site.stop();
  await platform.stop();
  const [p50, p95, share] = [quantile(whole, 0.5), quantile(whole, 0.95), quantile(whole, 0.5) - quantile(alone, 0.5)];
  figure('question to first text event', `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${rounds} questions`, {
    limit: '100 ms',
    holds: p50 <= 100,
    values: whole,
  });
  figure('the gateway’s own share of a question', `${share.toFixed(1)} ms at p50`, { limit: '15 ms', holds: share <= 15, values: share });
}
