import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { type CarriedTurn, carriedLimits, carriedTurnSchema } from '../../api/carried-visit.ts';
import { packTurns, unpackTurns } from './carried-turns.ts';

const sentence = fc.stringMatching(/^[A-Z][a-z]{1,12}( [a-z]{1,12}){0,6}[.?]$/);
const text = fc.array(sentence, { minLength: 1, maxLength: 5 }).map((sentences) => sentences.join(' '));
const source = fc.record(
  {
    title: sentence,
    document: sentence,
    paragraphs: fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 4 }),
    isEasy: fc.constant(true as const),
  },
  { requiredKeys: ['title', 'document'] },
);
const turn = fc.record<CarriedTurn>(
  {
    turn: fc.constant(0),
    visitor: sentence,
    guide: text,
    language: fc.constantFrom('en', 'de', 'fr'),
    sources: fc.array(source, { maxLength: 8 }),
    generated: fc.constantFrom({ kind: 'model', model: 'llama' } as const, { kind: 'quotation' } as const),
  },
  { requiredKeys: ['turn', 'guide', 'sources'] },
);
const turns = fc.array(turn, { maxLength: 60 }).map((all) => all.map((one, index) => ({ ...one, turn: index + 1 })));

describe('what was said, carried to another device', () => {
  it('is the same there, the newest turns of it', () => {
    fc.assert(
      fc.property(turns, (said) => {
        const packed = packTurns(unpackTurns(said));
        expect(packed).toEqual(said.slice(-packed.length || said.length));
        expect(packed.length).toBe(Math.min(said.length, carriedLimits.turns));
        for (const one of packed) expect(carriedTurnSchema.safeParse(one).success).toBe(true);
      }),
    );
  });

  it('keeps Markdown, with the words without its marks in the lines', () => {
    const said: CarriedTurn = { turn: 1, visitor: 'Who?', guide: '**Savelli**, in 1742.', isMarkdown: true, sources: [] };
    const unpacked = unpackTurns([said]);
    expect(unpacked.transcript.map((line) => line.text)).toEqual(['Who?', 'Savelli, in 1742.']);
    expect(packTurns(unpacked)).toEqual([said]);
  });

  it('keeps a greeting beside the answer, and a question without one as broken off', () => {
    const greeting: CarriedTurn = { turn: 0, opening: 'Good evening.', sources: [] };
    const open: CarriedTurn = { turn: 1, visitor: 'Who?', sources: [] };
    const unpacked = unpackTurns([greeting, open]);
    expect(unpacked.turns).toEqual({ 1: { sources: [], state: 'broken' } });
    expect(packTurns(unpacked)).toEqual([greeting, open]);
  });

  it('is cut to what may be carried, whatever was said', () => {
    const line = (number: number) => ({ key: `${number}`, turn: number, speaker: 'guide', text: 'x'.repeat(9000) }) as const;
    const packed = packTurns({ transcript: Array.from({ length: 60 }, (_, number) => line(number)), turns: {} });
    expect(JSON.stringify(packed).length).toBeLessThanOrEqual(carriedLimits.characters);
    expect(packed.at(-1)).toEqual({ turn: 59, guide: 'x'.repeat(carriedLimits.answer), sources: [] });
  });
});
