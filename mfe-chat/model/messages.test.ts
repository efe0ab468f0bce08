import type { TranscriptLine } from '@enfilade/shared-contracts/conversation/conversation';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { listMessages } from './messages.ts';

const line = (turn: number, speaker: 'visitor' | 'guide', text: string): TranscriptLine => ({
  key: `${turn}-${speaker}-${text}`,
  turn,
  speaker,
  text,
});

describe('listMessages', () => {
  it('makes one message of the sentences of an answer', () => {
    const messages = listMessages({
      transcript: [line(1, 'visitor', 'How old?'), line(1, 'guide', 'From 1382.'), line(1, 'guide', 'The glass is younger.')],
      turns: {},
    });
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'How old?'],
      ['assistant', 'From 1382. The glass is younger.'],
    ]);
  });

  it('names each source of an answer once', () => {
    const source = { title: 'Wall text', document: 'a' };
    const messages = listMessages({
      transcript: [line(1, 'visitor', 'How old?'), line(1, 'guide', 'Old.')],
      turns: { 1: { sources: [source, source], state: 'complete' } },
    });
    expect(messages.map(({ sources }) => sources)).toEqual([[], ['Wall text']]);
  });

  it('knows which answer is arriving and which broke off', () => {
    const messages = listMessages({
      transcript: [line(1, 'guide', 'So'), line(2, 'visitor', 'And?'), line(2, 'guide', 'Well')],
      turns: { 1: { sources: [], state: 'broken' }, 2: { sources: [], state: 'arriving' } },
    });
    expect(messages.map(({ state }) => state)).toEqual(['broken', 'complete', 'arriving']);
  });

  it('loses no word and gives no id twice, whatever the transcript', () => {
    const anyLine = fc.record({
      key: fc.uuid(),
      turn: fc.nat(5),
      speaker: fc.constantFrom('visitor' as const, 'guide' as const),
      text: fc.string(),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyLine, { selector: ({ key }) => key }), (transcript) => {
        const messages = listMessages({ transcript, turns: {} });
        expect(messages.map(({ content }) => content).join(' ')).toBe(transcript.map(({ text }) => text).join(' '));
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      }),
    );
  });
});
