import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { fillPlay, type Play, type PlayWords, playsSchema, playWords, unknownPlayWords } from './play.ts';

const words = Object.fromEntries(playWords.map((word) => [word, `<${word}>`])) as unknown as PlayWords;
const play: Play = { name: 'a visitor looks', steps: [{ sees: [{ role: 'heading', name: 'Welcome to {{museum.name}}' }] }] };

describe('plays', () => {
  it('are what visitors do, in words that differ by museum', () => {
    expect(playsSchema.safeParse([play]).success).toBe(true);
    expect(fillPlay(play, words).steps).toEqual([{ sees: [{ role: 'heading', name: 'Welcome to <museum.name>' }] }]);
  });

  it.each([
    ['two of one name', [play, play]],
    ['one without a step', [{ ...play, steps: [] }]],
    ['a step that is none', [{ ...play, steps: [{ wait: 5 }] }]],
    ['a press of a text', [{ ...play, steps: [{ press: { text: 'Send' } }] }]],
    ['an event that nobody emits', [{ ...play, steps: [{ emits: [{ event: 'visit-began' }] }] }]],
    ['a question that nobody asks', [{ ...play, where: { asks: 'age' } }]],
  ])('are refused with %s', (_, plays) => {
    expect(playsSchema.safeParse(plays).success).toBe(false);
  });

  it('name nothing in braces that there are no words for', () => {
    expect(unknownPlayWords([play])).toEqual([]);
    expect(unknownPlayWords([{ ...play, guide: { '{{museum.age}}': '{{toString}}' } }])).toEqual(['museum.age', 'toString']);
  });

  it('keep every text that names nothing, wherever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (part) => {
        fc.pre(!JSON.stringify(part).includes('{{'));
        expect(fillPlay(part, words)).toEqual(part);
      }),
    );
  });
});
