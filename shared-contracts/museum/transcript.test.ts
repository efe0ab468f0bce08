import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { parseTranscript } from './transcript.ts';

it('parseTranscript() reads seconds and text and drops names, notes, settings and tags', () => {
  const text =
    '\uFEFFWEBVTT - words\r\n\r\nNOTE made by hand\r\n\r\nfirst\r\n00:00.500 --> 00:02.000 align:start\r\n<v Clara>Salt &amp; sun,\r\nall day.</v>\r\n\r\n01:00:02.250 --> 01:00:03.000\r\nLater.\r\n';
  expect(parseTranscript(text)).toEqual([
    { seconds: 0.5, text: 'Salt & sun, all day.' },
    { seconds: 3602.25, text: 'Later.' },
  ]);
});

it.each([
  ['nothing', ''],
  ['no line', 'WEBVTT\n\nNOTE nothing'],
  ['another format', '1\n00:00:01,000 --> 00:00:02,000\nHello.'],
  ['a line without a time', 'WEBVTT\n\nHello.'],
  ['a time without a line', 'WEBVTT\n\n00:00.000 --> 00:01.000'],
  ['a line before the one above it', 'WEBVTT\n\n00:05.000 --> 00:06.000\nB.\n\n00:01.000 --> 00:02.000\nA.'],
])('parseTranscript() refuses a file with %s', (_, text) => expect(parseTranscript(text)).toBeUndefined());

it('parseTranscript() returns lines with time and text, or undefined, for any text', () => {
  forAll(fc.string(), fc.string(), (head, rest) => {
    const cues = parseTranscript(`WEBVTT${head}\n\n${rest}`);
    for (const { seconds, text } of cues ?? []) expect([Number.isFinite(seconds), text.trim() !== '']).toEqual([true, true]);
  });
});
