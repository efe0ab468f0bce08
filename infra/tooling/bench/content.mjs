import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, 'infra/demo/museums/belmonte', file), 'utf8'));

export const museum = read('museum.json');
export const exhibitions = read('exhibitions.json');

export const visit = {
  museumId: museum._id,
  exhibitionId: exhibitions[0]._id,
  language: 'en',
  visitMode: 'exploration',
  answers: {},
};

/** The load maker replaces this id in a body by a new id for each request. */
export const freshId = '00000000-0000-4000-8000-000000000000';

/** @param {number} port @returns the cookie of a new visit */
export async function beginVisit(port) {
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1' };
  const answer = await fetch(`http://127.0.0.1:${port}/api/visits/ping`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ museumId: visit.museumId }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0];
}
