import { expect, it } from '@rstest/core';
import { readArguments } from './read-arguments.ts';
import { DevUsageError } from './terminal.ts';

const everything = { name: undefined, folder: undefined, withHost: false, site: undefined, port: 8090, start: {} };
const against = { ...everything, site: 'http://127.0.0.1:8080' };
const site = ['--against', 'http://127.0.0.1:8080'];

it.each([
  [[], everything],
  [['--port', '0'], { ...everything, port: 0 }],
  [['visit'], { ...everything, name: 'visit' }],
  [['visit', '--help'], undefined],
  [['visit', '--against', 'https://guide.example.org/'], { ...against, name: 'visit', site: 'https://guide.example.org' }],
  [['quiz', '--folder', '../quiz', ...site, '--port', '9000'], { ...against, name: 'quiz', folder: '../quiz', port: 9000 }],
  [site, against],
  [
    ['visit', '--at', 'visit-writing', '--museum', 'BELM', '--language', 'de'],
    { ...everything, name: 'visit', start: { state: 'visit-writing', museum: 'BELM', language: 'de' } },
  ],
  [
    ['poster', '--with-host', ...site, '--at', '/poster', '--museum', 'BELM'],
    { ...against, name: 'poster', withHost: true, start: { state: '/poster', museum: 'BELM' } },
  ],
])('npm run dev parses %j', (argv, task) => {
  expect(readArguments(argv)).toEqual(task);
});

it.each([
  [['visit', '--against', ''], /not the origin/],
  [['visit', '--against', 'guide.example.org'], /not the origin/],
  [['visit', '--against', 'ftp://a.example'], /not the origin/],
  [['visit', '--against', 'https://a.example/visit'], /not the origin/],
  [['visit', '--against', 'https://name:word@a.example'], /not the origin/],
  [['visit', '--against'], /--against/],
  [['visit', 'chat', '--against', 'https://a.example'], /"chat" is one name too many/],
  [['--folder', 'x'], /--folder needs --against/],
  [['visit', '--folder', 'x'], /--folder needs --against/],
  [['--with-host'], /--with-host needs --against/],
  [['visit', '--at', 'vist'], /"vist" is not a state of a visit; choose one of landing, /],
  [['visit', '--at', '//elsewhere.example'], /is not a state of a visit/],
  [['visit', '--at', 'visit', '--against', 'https://a.example'], /also needs --museum/],
  [['visit', '--language', 'it'], /--language must be one of en, de, fr/],
  [['--port', '70000'], /--port must be/],
  [['--port', 'x'], /--port must be/],
  [['--watch'], /--watch/],
])('npm run dev refuses %j with a sentence', (argv, sentence) => {
  expect(() => readArguments(argv)).toThrow(DevUsageError);
  expect(() => readArguments(argv)).toThrow(sentence);
});
