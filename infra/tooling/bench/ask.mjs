// One question of a visitor, and how long it takes until something comes back.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { root } from '../scripts/workspace.mjs';

const belmonte = path.join(root, 'infra/demo/museums/belmonte');
export const { _id: museumId } = JSON.parse(readFileSync(path.join(belmonte, 'museum.json'), 'utf8'));
const [exhibition] = JSON.parse(readFileSync(path.join(belmonte, 'exhibitions.json'), 'utf8'));
const place = { museumId, exhibitionId: exhibition._id, language: 'en', visitMode: 'exploration' };
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
export function askPlatform(platform, key) {
  const variableValues = { ...place, time: '', goals: '', visitorType: '', style: '', artists: '', custom_instruction: '' };
  const body = { assistantId: exhibition.assistant.vapiId, input: question, stream: true, assistantOverrides: { variableValues } };
  return untilFirst(`${platform}/chat`, { authorization: `Bearer ${key}` }, body, /"delta"/);
}

/** A visitor's question through the gateway. @param {string} site */
export function askGateway(site) {
  const body = { visit: { ...place, answers: {} }, clientMessageId: randomUUID(), text: question };
  return untilFirst(`${site}/api/chat`, { 'x-enfilade': '1', accept: 'text/event-stream' }, body, /event: text/);
}
