import type { TranscriptLine } from '@enfilade/shared-contracts/conversation/conversation';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { listEntries } from './entries.ts';

const line = (turn: number, speaker: 'visitor' | 'guide', text: string): TranscriptLine => ({
  key: `${turn}-${speaker}-${text}`,
  turn,
  speaker,
  text,
});

describe('listEntries', () => {
  it('joins a turn’s sentences and numbers what each speaker said', () => {
    const entries = listEntries({
      transcript: [line(1, 'visitor', 'Why so dark?'), line(1, 'guide', 'Candle smoke.'), line(1, 'guide', 'For two hundred winters.')],
      turns: {},
    });
    expect(entries.map(({ number, speaker, text }) => [number, speaker, text])).toEqual([
      [1, 'visitor', 'Why so dark?'],
      [2, 'guide', 'Candle smoke. For two hundred winters.'],
    ]);
  });

  it('lets a greeting on a new connection stand alone, without the source and the end of the answer before it', () => {
    const source = { title: 'Room book', document: 'a' };
    const entries = listEntries({
      transcript: [line(1, 'visitor', 'Why?'), line(1, 'guide', 'So.'), { ...line(1, 'guide', 'I am back.'), isOpening: true }],
      turns: { 1: { sources: [source], state: 'broken' } },
    });
    expect(entries.map(({ number, text, sources, state }) => [number, text, sources.length, state])).toEqual([
      [1, 'Why?', 0, 'complete'],
      [2, 'So.', 1, 'broken'],
      [3, 'I am back.', 0, 'complete'],
    ]);
  });

  it('names the sources of an answer, and none under the question', () => {
    const source = { title: 'Room book', document: 'a' };
    const entries = listEntries({
      transcript: [line(1, 'visitor', 'Why?'), line(1, 'guide', 'So.')],
      turns: { 1: { sources: [source], state: 'complete' } },
    });
    expect(entries.map(({ sources }) => sources)).toEqual([[], [source]]);
  });

  it('tells an answer that is arriving or broken off, never the visitor’s own words', () => {
    const entries = listEntries({
      transcript: [line(1, 'visitor', 'Why?'), line(1, 'guide', 'So'), line(2, 'visitor', 'And?'), line(2, 'guide', 'Well')],
      turns: { 1: { sources: [], state: 'broken' }, 2: { sources: [], state: 'arriving' } },
    });
    expect(entries.map(({ state }) => state)).toEqual(['complete', 'broken', 'complete', 'arriving']);
  });

  it('loses no word and numbers without a gap, whatever the transcript', () => {
    const anyLine = fc.record({
      key: fc.uuid(),
      turn: fc.nat(5),
      speaker: fc.constantFrom('visitor' as const, 'guide' as const),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyLine, { selector: ({ key }) => key }), (transcript) => {
        const entries = listEntries({ transcript, turns: {} });
        expect(entries.map(({ text }) => text).join(' ')).toBe(transcript.map(({ text }) => text).join(' '));
        expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
        expect(new Set(entries.map(({ key }) => key)).size).toBe(entries.length);
      }),
    );
  });
});
