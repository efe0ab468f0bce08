import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { describe, expect, it, onTestFinished } from '@rstest/core';
import type { Entry } from './entries.ts';
import { createTranslator, sentencesToAsk, translateEntry } from './translate-entries.ts';

const museumId = '6610a1b2c3d4e5f601000001' as EntityId;
const direction = { from: 'en', to: 'de' } as const;
const wanted = { language: 'en', to: 'de', isChosen: true } as const;
const entry: Entry = { key: 'a', number: 2, turn: 1, speaker: 'guide', text: 'It is old. It is dark.', sources: [], state: 'complete' };

interface Asked {
  lines: string[];
  answer(lines: (string | null)[]): void;
  fail(): void;
}

function openTranslator() {
  const asked: Asked[] = [];
  const clock = createHandClock();
  const translator = createTranslator({
    museumId,
    clock,
    api: {
      translate: ({ lines }) =>
        new Promise((resolve, reject) => asked.push({ lines, answer: resolve, fail: () => reject(new Error('gone')) })),
    },
  });
  onTestFinished(translator.end);
  return { translator, asked, clock, said: () => [...translator.getState()].map(([key, said]) => [key.slice(6), said]) };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('sentences', () => {
  it('are asked for once, those said last first, the next while nothing else is asked', async () => {
    const { translator, asked, said } = openTranslator();
    translator.want(direction, ['One.', 'Two.']);
    translator.want(direction, ['One.', 'Two.', 'Three.']);
    expect(asked.map(({ lines }) => lines)).toEqual([['Two.', 'One.']]);
    asked[0]?.answer(['Zwei.', null]);
    await settled();
    expect(said()).toEqual([
      ['Two.', 'Zwei.'],
      ['One.', null],
    ]);
    expect(asked[1]?.lines).toEqual(['Three.']);
  });

  it('that did not come stay as they were said, and are asked for again later, at the next change', async () => {
    const { translator, asked, clock, said } = openTranslator();
    translator.want(direction, ['One.']);
    asked[0]?.fail();
    await settled();
    translator.want(direction, ['One.']);
    expect([asked.length, said()]).toEqual([1, [['One.', null]]]);
    clock.pass(10_000);
    translator.want(direction, ['One.']);
    asked[1]?.answer(['Eins.']);
    await settled();
    expect(said()).toEqual([['One.', 'Eins.']]);
  });

  it('that may still grow, that are too long or the visitor’s own are not asked for', () => {
    const arriving: Entry = { ...entry, state: 'arriving', text: 'It is old. It is d' };
    const question: Entry = { ...entry, speaker: 'visitor' };
    const german: Entry = { ...entry, language: 'de' };
    expect([...sentencesToAsk([question, entry, arriving, german], wanted)]).toEqual([['en', ['It is old.', 'It is dark.', 'It is old.']]]);
    const { translator, asked } = openTranslator();
    translator.want(direction, ['x'.repeat(601)]);
    expect(asked).toEqual([]);
  });
});

describe('an entry in another language', () => {
  const known = (all: Record<string, string | null>) => new Map(Object.entries(all).map(([said, text]) => [`en de ${said}`, text]));

  it('says each sentence there, as it was said where nobody has written it, and a mark while it is on its way', () => {
    const { text, said, language, pieces } = translateEntry(entry, known({ 'It is old.': 'Es ist alt.', 'It is dark.': null }), wanted);
    expect([text, said, language]).toEqual(['Es ist alt. It is dark.', entry.text, 'de']);
    expect(pieces?.map((piece) => piece.language)).toEqual(['de', 'en']);
    expect(translateEntry(entry, known({}), wanted).text).toBe('…');
  });

  it('stay as they were said, if the visitor chose no captions, until all of them are there', () => {
    const unasked = { ...wanted, isChosen: false };
    for (const translations of [{}, { 'It is old.': 'Es ist alt.' }, { 'It is old.': 'Es ist alt.', 'It is dark.': null }])
      expect(translateEntry(entry, known(translations), unasked)).toBe(entry);
    const whole = known({ 'It is old.': 'Es ist alt.', 'It is dark.': 'Es ist dunkel.' });
    expect(translateEntry(entry, whole, unasked)).toMatchObject({ text: 'Es ist alt. Es ist dunkel.', language: 'de' });
  });

  it('says once what is one sentence there', () => {
    const { pieces } = translateEntry(entry, known({ 'It is old.': 'Alt und dunkel.', 'It is dark.': 'Alt und dunkel.' }), wanted);
    expect(pieces).toEqual([{ text: 'Alt und dunkel.', said: 'It is old. It is dark.', language: 'de' }]);
  });

  it('of the visitor, or in that language already, is the same', () => {
    for (const same of [{ ...entry, speaker: 'visitor' } as const, { ...entry, language: 'de' } as const])
      expect(translateEntry(same, known({}), wanted)).toBe(same);
  });
});
