import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { fillPlay, type Play, type PlayWords, playsSchema, playWords, unknownPlayWords } from './play.ts';

const words = Object.fromEntries(playWords.map((word) => [word, `<${word}>`])) as unknown as PlayWords;
const play: Play = { name: 'a visitor looks', steps: [{ sees: [{ role: 'heading', name: 'Welcome to {{museum.name}}' }] }] };

it('fillPlay() replaces the words in braces', () => {
  expect(playsSchema.safeParse([play]).success).toBe(true);
  expect(fillPlay(play, words).steps).toEqual([{ sees: [{ role: 'heading', name: 'Welcome to <museum.name>' }] }]);
});

it.each([
  ['two plays of one name', [play, play]],
  ['a play without a step', [{ ...play, steps: [] }]],
  ['an unknown step', [{ ...play, steps: [{ wait: 5 }] }]],
  ['a press of a text', [{ ...play, steps: [{ press: { text: 'Send' } }] }]],
  ['an event that the contract lacks', [{ ...play, steps: [{ emits: [{ event: 'visit-began' }] }] }]],
  ['an unknown question', [{ ...play, where: { asks: 'age' } }]],
])('the schema of plays refuses %s', (_, plays) => {
  expect(playsSchema.safeParse(plays).success).toBe(false);
});

it('unknownPlayWords() lists the words in braces that are unknown', () => {
  expect(unknownPlayWords([play])).toEqual([]);
  expect(unknownPlayWords([{ ...play, guide: { '{{museum.age}}': '{{toString}}' } }])).toEqual(['museum.age', 'toString']);
});

it('fillPlay() changes no text without braces', () => {
  forAll(fc.jsonValue(), (part) => {
    fc.pre(!JSON.stringify(part).includes('{{'));
    expect(fillPlay(part, words)).toEqual(part);
  });
});
