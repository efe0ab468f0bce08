import type { ErrorStage } from '@enfilade/shared-contracts/api/request-schemas';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { beforeEach, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { readFrames } from './error-frames.ts';
import { framesOf, watchErrors } from './page-errors.ts';
import type { ScreenReport } from './remote-error.ts';

const origin = location.origin;
const script = '/remotes/visit/1.9.0/static/js/async/screen.5f2c.js';
const ofHost = '/static/js/index.0123456789.js';
const nowhere = { filename: '', lineno: 0, colno: 0 };
const own = (file: string, line: number, column: number) => ({ file, line, column });

const withStack = (error: Error, stack: string) => Object.assign(error, { stack });
const chromium = (message: string, ...frames: string[]) =>
  withStack(new Error(message), [`Error: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join('\n'));

it('the frames of an error are read from the stack format of each browser', () => {
  const expected = [own(script, 1, 204), own(ofHost, 9, 100)];
  const written = [
    chromium('broken', `Ab (${origin}${script}:1:204)`, `async ${origin}${ofHost}:9:100`, 'new Promise (<anonymous>)'),
    withStack(new Error('broken'), `Ab@${origin}${script}:1:204\n@${origin}${ofHost}:9:100\nforEach@[native code]`),
  ];
  for (const error of written) expect(readFrames(error)).toEqual(expected);
});

it('the frames of an error leave out foreign scripts, and number up to ten', () => {
  const strangers = ['https://evil.example/static/js/a.js:1:1', 'chrome-extension://abc/static/js/a.js:1:1', `${origin}/api/chat:1:1`];
  expect(readFrames(chromium('broken', ...strangers))).toEqual([]);
  const many = Array.from({ length: 30 }, (_, at) => `${origin}${script}:1:${at + 1}`);
  expect(readFrames(chromium('broken', ...many))).toHaveLength(10);
});

it('the frames of an error contain nothing of its message, even if the message looks like a frame', () => {
  const canary = 'my-illness';
  const said = [
    canary,
    `${canary}\n    at ${canary} (${origin}/static/js/${canary}.js:1:1)`,
    `\n${canary}@${origin}/static/${canary}.js:2:2`,
  ];
  for (const message of said) {
    const frames = readFrames(chromium(message, `${canary} (${origin}${script}:1:204)`));
    expect(frames).toEqual([own(script, 1, 204)]);
  }
  forAll(fc.string(), (message) => {
    expect(readFrames(chromium(message, `${origin}${script}:1:204`))).toEqual([own(script, 1, 204)]);
  });
});

it('a thrown value that is not an error has no frames', () => {
  for (const thrown of ['text', undefined, null, { stack: `Error\n    at ${origin}${script}:1:1` }, withStack(new Error(), '')])
    expect(readFrames(thrown)).toEqual([]);
});

let reports: ScreenReport[];
let blocked: string[];
let page: EventTarget & { document: { currentScript: unknown } };
beforeEach(() => {
  reports = [];
  blocked = [];
  page = Object.assign(new EventTarget(), { document: { currentScript: null } });
  watchErrors(page as unknown as Window, {
    report: (report) => void reports.push(report),
    block: (remote, version) => void blocked.push(`${remote}@${version}`),
    version: '1.6.0',
    reported: new Set(),
  });
});
const dispatch = async (type: string, part: object) => {
  page.dispatchEvent(Object.assign(new Event(type), part));
  await import('./error-frames.ts');
  await new Promise((resolve) => setTimeout(resolve));
};
const throwError = (error: unknown, thrownAt = nowhere) => dispatch('error', { error, ...thrownAt });
const reject = (reason: unknown) => dispatch('unhandledrejection', { reason });
const through = (message = 'broken') => chromium(message, `${origin}${ofHost}:3:5`, `${origin}${script}:1:204`, `${origin}${ofHost}:9:100`);
const reportOf = (stage: ErrorStage, remote = 'visit', version = '1.9.0') => ({ remote, version, kind: 'error', stage });

it('an uncaught error is reported once for each place, for its remote, whose version is then blocked', async () => {
  await throwError(through());
  await throwError(through('again'));
  await reject(through());
  expect(reports).toMatchObject([reportOf('handler'), reportOf('rejection')]);
  expect(reports[0]?.frames).toHaveLength(3);
  expect(blocked).toEqual(['visit@1.9.0', 'visit@1.9.0']);
});

it('an uncaught error without a remote in its frames is reported for the host, and blocks no version', async () => {
  await throwError(chromium('broken', `${origin}${ofHost}:3:5`));
  expect(reports).toMatchObject([reportOf('handler', 'host', '1.6.0')]);
  expect(blocked).toEqual([]);
});

it('a thrown value that is not an error is reported with its place, as `load` while a script runs', async () => {
  await throwError('text', { filename: origin + script, lineno: 1, colno: 7 });
  page.document.currentScript = {};
  await throwError(undefined, { filename: origin + script, lineno: 1, colno: 7 });
  expect(reports).toMatchObject([reportOf('handler'), reportOf('load')]);
  expect(reports[0]?.frames).toEqual([own(script, 1, 7)]);
});

it('errors of foreign scripts, and values without a place, are not reported', async () => {
  await throwError(chromium('broken', 'https://evil.example/a.js:1:1'), { filename: origin + script, lineno: 1, colno: 1 });
  await throwError(undefined);
  await reject('text');
  expect(reports).toEqual([]);
});

it('an uncaught error of the network or of an abort blocks no version', async () => {
  await reject(withStack(new TypeError('Failed to fetch'), through().stack ?? ''));
  await reject(withStack(new DOMException('The play() request was interrupted', 'AbortError'), through('b').stack ?? ''));
  expect(reports.length).toBeGreaterThan(0);
  expect(blocked).toEqual([]);
});

it('a page reports up to 20 uncaught errors', async () => {
  for (let at = 1; at < 100; at += 1) await throwError(chromium('broken', `${origin}${script}:1:${at}`));
  expect(reports).toHaveLength(20);
});

it('if the chunk that reads stacks is missing, errors have no frames, and a page requests the chunk up to 20 times', async () => {
  const said: unknown[] = [];
  const say = (...parts: unknown[]) => void said.push(parts);
  let asked = 0;
  const load = () => {
    asked += 1;
    return Promise.reject(new Error('Loading chunk seldom failed'));
  };
  const error = chromium('broken', `${origin}${script}:1:204`);
  expect(await framesOf(error, load)).toEqual([]);
  const page = Object.assign(new EventTarget(), { document: { currentScript: null } });
  watchErrors(page as unknown as Window, { report: say, block: say, version: '1.6.0', reported: new Set() }, load);
  asked = 0;
  for (let at = 0; at < 30; at += 1) {
    page.dispatchEvent(Object.assign(new Event('error'), { error, ...nowhere }));
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect([said, asked]).toEqual([[], 20]);
});
