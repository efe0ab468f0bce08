import type { TranscriptLine, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { listMessages, plainTextOf } from './messages.ts';

const line = (turn: number, speaker: 'visitor' | 'guide', text: string): TranscriptLine => ({
  key: `${turn}-${speaker}-${text}`,
  turn,
  speaker,
  text,
});
const turnOf = (details: Partial<TurnDetails>): TurnDetails => ({ sources: [], state: 'complete', ...details });

describe('listMessages', () => {
  it('makes one message of the sentences of an answer', () => {
    const messages = listMessages({
      transcript: [line(1, 'visitor', 'How old?'), line(1, 'guide', 'From 1382.'), line(1, 'guide', 'The glass is younger.')],
      turns: {},
    });
    expect(messages.map(({ speaker, content, format }) => [speaker, content, format])).toEqual([
      ['visitor', 'How old?', 'plain'],
      ['guide', 'From 1382. The glass is younger.', 'plain'],
    ]);
  });

  it('keeps the Markdown of a chat’s answer, its id and how it came about', () => {
    const markdown = '**Three** guilds:\n\n- weavers';
    const messages = listMessages({
      transcript: [line(1, 'visitor', '**Who?**'), line(1, 'guide', 'Three guilds:'), line(1, 'guide', 'weavers')],
      turns: { 1: turnOf({ markdown, messageId: 'm1', generated: { kind: 'model', model: 'llama' } }) },
    });
    expect(messages.map(({ content, format, messageId, generated }) => [content, format, messageId, generated])).toEqual([
      ['**Who?**', 'plain', undefined, undefined],
      [markdown, 'markdown', 'm1', 'model llama'],
    ]);
    expect(messages.map(plainTextOf)).toEqual(['**Who?**', 'Three guilds:\n\nweavers']);
  });

  it('numbers the documents of the conversation as they are first named, each once an answer', () => {
    const wall = { title: 'Wall text', document: 'a' };
    const rolls = { title: 'Fabric rolls', document: 'b' };
    const messages = listMessages({
      transcript: [line(1, 'guide', 'Old.'), line(2, 'guide', 'Paid.'), line(3, 'guide', 'Both.')],
      turns: { 1: turnOf({ sources: [wall, wall] }), 2: turnOf({ sources: [rolls] }), 3: turnOf({ sources: [rolls, wall] }) },
    });
    expect(messages.map(({ sources }) => sources)).toEqual([
      [{ ...wall, number: 1 }],
      [{ ...rolls, number: 2 }],
      [
        { ...rolls, number: 2 },
        { ...wall, number: 1 },
      ],
    ]);
  });

  it('knows which answer is arriving and which broke off', () => {
    const messages = listMessages({
      transcript: [line(1, 'guide', 'So'), line(2, 'visitor', 'And?'), line(2, 'guide', 'Well')],
      turns: { 1: turnOf({ state: 'broken' }), 2: turnOf({ state: 'arriving' }) },
    });
    expect(messages.map(({ state }) => state)).toEqual(['broken', 'complete', 'arriving']);
  });
});

const anyTranscript = fc.uniqueArray(
  fc.record({
    key: fc.uuid(),
    turn: fc.nat(5),
    speaker: fc.constantFrom('visitor' as const, 'guide' as const),
    text: fc.string(),
  }),
  { selector: ({ key }) => key },
);
const anyTurns = fc.dictionary(
  fc.constantFrom('0', '1', '2', '3', '4', '5'),
  fc.record(
    {
      sources: fc.array(fc.record({ title: fc.constantFrom('A', 'B'), document: fc.constantFrom('a', 'b', 'c') })),
      markdown: fc.string(),
      messageId: fc.string(),
      state: fc.constantFrom('arriving' as const, 'complete' as const, 'broken' as const),
    },
    { requiredKeys: ['sources', 'state'] },
  ),
);

describe('whatever the transcript', () => {
  it('loses no word and gives no id twice', () => {
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        const messages = listMessages({ transcript, turns: {} });
        expect(messages.map(({ content }) => content).join(' ')).toBe(transcript.map(({ text }) => text).join(' '));
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
      }),
    );
  });

  it('keeps every message that did not change the same object', () => {
    fc.assert(
      fc.property(anyTranscript, anyTurns, anyTurns, (transcript, turns, laterTurns) => {
        const before = listMessages({ transcript, turns });
        const again = listMessages(structuredClone({ transcript, turns }), before);
        expect(again.every((message, index) => message === before[index])).toBe(true);
        const later = listMessages({ transcript, turns: laterTurns }, before);
        expect(later).toEqual(listMessages({ transcript, turns: laterTurns }));
      }),
    );
  });

  it('gives each document one number, from 1 without a gap', () => {
    fc.assert(
      fc.property(anyTranscript, anyTurns, (transcript, turns) => {
        const sources = listMessages({ transcript, turns }).flatMap((message) => message.sources);
        const numbers = new Map(sources.map(({ document, number }) => [document, number]));
        expect(sources.every(({ document, number }) => numbers.get(document) === number)).toBe(true);
        expect([...numbers.values()].sort()).toEqual([...numbers.keys()].map((_, index) => index + 1));
      }),
    );
  });
});
