import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createLog, logUnhandledRejections } from './create-log.ts';

function logAll(write: (log: ReturnType<typeof createLog>) => void, secrets: readonly string[] = []): string {
  const lines: string[] = [];
  write(createLog({ level: 'info', destination: { write: (line) => void lines.push(line) }, secrets }));
  for (const line of lines) JSON.parse(line);
  return lines.join('');
}

it('createLog redacts secrets in every encoding and at every place of a log call', () => {
  const forms: Record<string, (text: string) => string> = {
    'as it is': (text) => text,
    'in JSON within a text': (text) => JSON.stringify({ error: `Invalid key ${text}` }),
    'in a query': (text) => new URLSearchParams({ key: text }).toString(),
    'in a path': (text) => encodeURIComponent(text),
    'as a login': (text) => Buffer.from(`name:${text}`).toString('base64'),
    'as part of a token': (text) => Buffer.from(`{"k":"${text}","n":1}`).toString('base64url'),
    'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  };
  const places: ((log: ReturnType<typeof createLog>, text: string) => void)[] = [
    (log, text) => log.info(text),
    (log, text) => log.info({ a: { b: [{ c: text }] } }, 'deep'),
    (log, text) => log.info({ [text]: 1 }, 'as a name'),
    (log, text) => log.error(new Error(text)),
    (log, text) => log.error({ err: new Error('outer', { cause: new Error('inner', { cause: new TypeError(text) }) }) }, 'cause'),
    (log, text) => log.error({ failed: Object.assign(new Error('x'), { config: { headers: text }, code: text }) }, 'elsewhere'),
    (log, text) => log.child({ upstream: text }).warn('of a child'),
    (log, text) => log.warn('with %s in it', text),
  ];
  const anySecret = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_."\\/+=%& é'), minLength: 12, maxLength: 40 });
  forAll(anySecret, fc.constantFrom(...Object.keys(forms)), fc.nat(places.length - 1), (key, form, place) => {
    const carried = (forms[form] as (text: string) => string)(key);
    const text = logAll((log) => places[place]?.(log, `before ${carried} behind`), [key]);
    expect(text).toContain('[redacted]');
    for (const needle of [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)]) expect(text).not.toContain(needle);
    if (form.startsWith('as ')) expect(text).not.toContain(carried);
  });
});

it.each([
  'https://enfilade.daily.co/room-a1?t=a2',
  'wss://sfu-a1.wss.daily.co/a2',
  encodeURIComponent('https://enfilade.daily.co/room-a1'),
  JSON.stringify({ webCallUrl: 'https://enfilade.daily.co/room-a1' }),
])('createLog redacts the address of a room: %s', (address) => {
  const text = logAll((log) => log.error({ err: new Error(`closed ${address}`), other: address, n: 1 }, `to ${address}`));
  expect(text).not.toMatch(/daily\.co\/|a\d/);
  expect(text).toContain('"n":1');
});

it('createLog redacts fields for credentials, addresses and conversation at any depth', () => {
  const text = logAll((log) => {
    log.info({ token: 'a1', text: 'a2', headers: { authorization: 'a3', Cookie: 'a4' }, body: { x: 'a5' }, kept: 'b1' }, 'line');
    log.info({ call: { is: { webCallUrl: 'a6', kept: 'b2', list: [{ transcript: 'a7', ip: 'a8' }] } } }, 'deep');
  });
  expect(text).not.toMatch(/a\d/);
  for (const kept of ['b1', 'b2']) expect(text).toContain(`"kept":"${kept}"`);
});

it('createLog writes type, message and code of an error and no other field', () => {
  const error = Object.assign(new TypeError('no'), { code: 'ECONNREFUSED', request: { said: 'a1' } });
  const text = logAll((log) => log.warn({ err: error, also: [error] }, 'failed'));
  expect(text).toMatch(/"type":"TypeError","message":"no","code":"ECONNREFUSED"/);
  expect(text).not.toContain('a1');
});

it('createLog leaves out the text that a parser error quotes', () => {
  const text = logAll((log) => {
    try {
      JSON.parse('my words');
    } catch (error) {
      log.warn({ err: new Error('outer', { cause: error }) }, 'failed');
    }
  });
  expect(text).not.toContain('my words');
  expect(text).toContain('"type":"SyntaxError"');
});

it('createLog accepts objects that contain themselves', () => {
  const self: Record<string, unknown> = { n: 1 };
  self['self'] = self;
  const error = new Error('loop');
  error.cause = error;
  expect(logAll((log) => log.error({ self, err: error }, 'loop'))).toContain('"n":1');
});

it('a failure of background work is logged and does not end the process', () => {
  const before = process.listeners('unhandledRejection');
  const text = logAll((log) => {
    logUnhandledRejections(log);
    const [added] = process.listeners('unhandledRejection').filter((listener) => !before.includes(listener));
    added?.(new Error('the database is gone'), Promise.resolve());
    if (added) process.off('unhandledRejection', added);
  });
  expect(text).toContain('the database is gone');
});
