import { expect, it } from '@rstest/core';
import { events, phaseOf, timeOf } from './events.ts';
import de from './texts/de.json';
import en from './texts/en.json';
import fr from './texts/fr.json';

const at = (time: string) => new Date(`2026-11-28T${time}`);
const event = { starts: 14 * 60, ends: 15 * 60 + 30 };

it.each([
  ['12:59', { is: 'later' }],
  ['13:00', { is: 'soon', minutes: 60 }],
  ['13:59', { is: 'soon', minutes: 1 }],
  ['14:00', { is: 'now' }],
  ['15:29', { is: 'now' }],
  ['15:30', { is: 'over' }],
])('at %s the phase of an event from 14:00 to 15:30 is %j', (time, phase) => {
  expect(phaseOf(event, at(time))).toEqual(phase);
});

it('an event starts on the present day', () => {
  expect(timeOf(event.starts, at('23:10'))).toEqual(at('14:00'));
});

it('each language has all texts of all events', () => {
  const keys = events.flatMap(({ id }) => ['title', 'kind', 'text', 'meet', 'price', 'access'].map((text) => `${id}.${text}`));
  for (const texts of [en, de, fr]) expect(Object.keys(texts)).toEqual(expect.arrayContaining(keys));
  expect([Object.keys(de), Object.keys(fr)]).toEqual([Object.keys(en), Object.keys(en)]);
});
