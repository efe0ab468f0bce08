import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createChance } from './chance.ts';
import type { Note } from './piece.ts';
import { pieces } from './pieces.ts';

const seed = fc.integer({ min: 0, max: 2 ** 41 });
const bar = fc.integer({ min: 0, max: 100_000 });

describe.each(Object.entries(pieces))('%s', (_, piece) => {
  const holds = (check: (notes: Note[], seed: number, bar: number) => void) =>
    fc.assert(fc.property(seed, bar, (from, at) => check(piece.composeBar(from, at), from, at)));

  it('stays in its scale and in its range', () => {
    holds((notes) => {
      for (const { midi } of notes) {
        expect(piece.scale).toContain(midi % 12);
        expect(midi).toBeGreaterThanOrEqual(piece.range[0]);
        expect(midi).toBeLessThanOrEqual(piece.range[1]);
      }
    });
  });

  it('begins its notes within the bar, gently, on instruments it has', () => {
    holds((notes) => {
      for (const { beat, beats, loudness, voice } of notes) {
        expect(beat >= 0 && beat < piece.beatsPerBar && beats > 0).toBe(true);
        expect(loudness > 0 && loudness < 0.8).toBe(true);
        expect(piece.timbres).toHaveProperty(voice);
      }
    });
  });

  it('is never silent for two bars, and never a crowd', () => {
    holds((notes, from, at) => {
      expect(notes.length + piece.composeBar(from, at + 1).length).toBeGreaterThan(0);
      expect(notes.length).toBeLessThanOrEqual(12);
    });
  });

  it('is the same for the same seed and bar', () => {
    holds((notes, from, at) => {
      expect(piece.composeBar(from, at)).toEqual(notes);
    });
  });

  it('does not come round again: bars, phrases and other seeds differ', () => {
    const phrase = (from: number, at: number) => JSON.stringify([0, 1, 2, 3].flatMap((next) => piece.composeBar(from, at + next)));
    fc.assert(
      fc.property(seed, fc.integer({ min: 0, max: 10_000 }), (from, at) => {
        const phrases = [0, 4, 8, 12].map((later) => phrase(from, at + later));
        expect(new Set([...phrases, phrase(from + 1, at)]).size).toBe(5);
      }),
    );
  });
});

describe('the five pieces', () => {
  it('each have a tempo, a scale and instruments of their own', () => {
    const characters = Object.values(pieces);
    expect(new Set(characters.map(({ beatsPerMinute }) => beatsPerMinute)).size).toBe(5);
    expect(new Set(characters.map(({ scale }) => scale.join())).size).toBe(5);
    expect(new Set(characters.map(({ timbres }) => Object.keys(timbres).join())).size).toBe(5);
  });
});

describe('chance', () => {
  it('is even, whatever the seed, and from the first number on', () => {
    const firsts = Array.from({ length: 2000 }, (_, at) => createChance(7, at).next());
    expect(firsts.every((number) => number >= 0 && number < 1)).toBe(true);
    const tenths = Array.from({ length: 10 }, (_, tenth) => firsts.filter((number) => Math.floor(number * 10) === tenth).length);
    expect(Math.min(...tenths)).toBeGreaterThan(140);
    expect(Math.max(...tenths)).toBeLessThan(260);
  });

  it('cannot pick from nothing', () => {
    expect(() => createChance(1).pick([])).toThrow(RangeError);
  });
});
