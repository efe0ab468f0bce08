import { expect, it, onTestFinished } from '@rstest/core';
import { createHandClock } from '../../kit/testing/hand-clock.ts';
import type { EntityId } from '../../museum/id.ts';
import { createTranslator } from './create-translator.ts';

const museumId = '6610a1b2c3d4e5f601000001' as EntityId;
const direction = { from: 'en', to: 'de' } as const;

type Said = (string | null)[];

function openTranslator() {
  const asked: { lines: string[]; answer(said: Said | Promise<never>): Promise<void> }[] = [];
  const clock = createHandClock();
  const translate = ({ lines }: { lines: string[] }) =>
    new Promise<Said>((resolve) => {
      const answer = async (said: Said | Promise<never>) => {
        resolve(said);
        await new Promise((settled) => setTimeout(settled));
      };
      asked.push({ lines, answer });
    });
  const translator = createTranslator({ museumId, clock, api: { translate } });
  onTestFinished(translator.stop);
  return { translator, asked, clock, said: () => [...translator.getState()].map(([key, said]) => [key.slice(6), said]) };
}

it('the translator requests sentences of up to 600 characters once, the latest first, and one request at a time', async () => {
  const { translator, asked, said } = openTranslator();
  translator.want(direction, ['x'.repeat(601)]);
  translator.want(direction, ['One.', 'Two.']);
  translator.want(direction, ['One.', 'Two.', 'Three.']);
  expect(asked.map(({ lines }) => lines)).toEqual([['Two.', 'One.']]);
  await asked[0]?.answer(['Zwei.', null]);
  expect(Object.fromEntries(said())).toEqual({ 'Two.': 'Zwei.', 'One.': null });
  expect(asked[1]?.lines).toEqual(['Three.']);
});

it('the translator requests sentences of two languages separately', async () => {
  const { translator, asked } = openTranslator();
  translator.want(direction, ['One.']);
  translator.want({ from: 'fr', to: 'de' }, ['Deux.']);
  translator.want(direction, ['Three.']);
  await asked[0]?.answer(['Eins.']);
  await asked[1]?.answer(['Drei.']);
  expect(asked.map(({ lines }) => lines)).toEqual([['One.'], ['Three.'], ['Deux.']]);
});

it('the translator shows untranslated sentences after a failure and requests them again 10 s later', async () => {
  const { translator, asked, clock, said } = openTranslator();
  translator.want(direction, ['One.']);
  await asked[0]?.answer(Promise.reject(new Error('gone')));
  translator.want(direction, ['One.']);
  expect([asked.length, said()]).toEqual([1, [['One.', null]]]);
  clock.pass(10_000);
  await asked[1]?.answer(['Eins.']);
  expect(said()).toEqual([['One.', 'Eins.']]);
});

it('stop() cancels the next request, and a later want() requests the sentences again', async () => {
  const { translator, asked, clock } = openTranslator();
  translator.want(direction, ['One.']);
  await asked[0]?.answer(Promise.reject(new Error('gone')));
  translator.stop();
  expect(clock.waiting()).toBe(0);
  translator.want(direction, ['One.']);
  expect(asked.length).toBe(2);
});
