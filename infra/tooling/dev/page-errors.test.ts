import { expect, it } from '@rstest/core';
import { readPageError } from './page-errors.ts';

// Line 3 of the script is line 7 of the view.
const map = { version: 3, sources: ['webpack://enfilade/mfe-visit/talk/talk.tsx'], names: [], mappings: ';;AAMA' };
const read = (text: string) =>
  readPageError(text, (path) => (path === '/remotes/visit/1.0.0/screen.js' ? Buffer.from(JSON.stringify(map)) : undefined));

it('an error of a page is printed with the place in the sources, also if the address has a query', () => {
  const stack = (place: string) => `Error: oops\n    at Talk (${place})`;
  const address = 'http://127.0.0.1:8090/remotes/visit/1.0.0/screen.js';
  expect(read(stack(`${address}:3:9`))).toBe(stack('mfe-visit/talk/talk.tsx:7'));
  expect(read(stack(`${address}?1:3:9`))).toBe(stack('mfe-visit/talk/talk.tsx:7'));
  expect(read(stack('http://127.0.0.1:8090/static/js/index.js:3:9'))).toBe(stack('http://127.0.0.1:8090/static/js/index.js:3:9'));
});

it('an error of a page is printed without the frames of packages and without control characters', () => {
  expect(read('Error: oops\n    at a (/x/node_modules/react/a.js:1)\n    at Talk (b)')).toBe('Error: oops\n    at Talk (b)');
  expect(read('\u001b[2Jgone\u0007\n\tstill')).toBe('[2Jgone\n\tstill');
});
