import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../workspace.mjs';

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, 'infra/demo/museums/belmonte', file), 'utf8'));

/** The demo content that all loads are about. */
export const museum = read('museum.json');
export const exhibitions = read('exhibitions.json');

/** A visit as browsers send it. */
export const visit = {
  museumId: museum._id,
  exhibitionId: exhibitions[0]._id,
  language: 'en',
  visitMode: 'exploration',
  answers: {},
};
