import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.mjs';

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, 'infra/demo/museums/belmonte', file), 'utf8'));

export const visit = {
  museumId: read('museum.json')._id,
  exhibitionId: read('exhibitions.json')[0]._id,
  language: 'en',
  visitMode: 'exploration',
  answers: {},
};

/** The load maker replaces this id in a body by a new id for each request. */
export const freshId = '00000000-0000-4000-8000-000000000000';

/** @param {string} origin @returns the cookie of a new visit */
export async function beginVisit(origin) {
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1' };
  const body = JSON.stringify({ museumId: visit.museumId });
  const answer = await fetch(`${origin}/api/visits/ping`, { method: 'POST', headers, body });
  return answer.headers.getSetCookie()[0]?.split(';')[0];
}
