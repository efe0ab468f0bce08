import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { pickEncoding } from '../../http/encoded-text.ts';
import { parseByteRange } from './send-file.ts';

it.each([
  ['bytes=0-1', { first: 0, last: 1 }],
  ['bytes=90-', { first: 90, last: 99 }],
  ['bytes=90-1000', { first: 90, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
])('the byte range %s of 100 bytes is read', (header, expected) => {
  expect(parseByteRange(header, 100)).toEqual(expected);
});

it.each([undefined, '', 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'bytes=a-b', 'lines=0-1', 'bytes=1e1-', 'bytes=0x1-'])(
  'the byte range %s is ignored',
  (header) => {
    expect(parseByteRange(header, 100)).toBeUndefined();
  },
);

it('every byte range is within the file', () => {
  const header = fc.oneof(
    fc.string(),
    fc.tuple(fc.option(fc.nat()), fc.option(fc.nat())).map(([from, to]) => `bytes=${from ?? ''}-${to ?? ''}`),
  );
  forAll(header, fc.nat({ max: 10_000 }), (asked, size) => {
    const range = parseByteRange(asked, size);
    if (typeof range !== 'object') return;
    expect(range.first).toBeGreaterThanOrEqual(0);
    expect(range.last).toBeGreaterThanOrEqual(range.first);
    expect(range.last).toBeLessThan(size);
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZip', 'gzip'],
  ['br;q=0', undefined],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8 , gzip; q=0.8', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip', 'gzip'],
  ['gzip;q=2, br;q=high', undefined],
  ['deflate, xbr, gzipped', undefined],
])('the encoding for accept-encoding %s is %s', (header, encoding) => {
  expect(pickEncoding(header)).toBe(encoding);
});
