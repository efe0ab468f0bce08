import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { defaultSettings, parseSettings, settingsSchema } from './settings.ts';

const someValue = fc.oneof(fc.jsonValue(), fc.constantFrom('dark', 'device', 'more', true, 150, 0.8, Number.NaN, 1e9));
const names = Object.keys(defaultSettings);

it('parseSettings() keeps each valid stored value and replaces other values by defaults', () => {
  forAll(fc.oneof(fc.dictionary(fc.constantFrom(...names, '__proto__', 'x'), someValue), someValue), (stored) => {
    const settings = parseSettings(stored);
    settingsSchema.parse(settings);
    expect(Object.keys(settings)).toEqual(names);
    for (const [name, schema] of Object.entries(settingsSchema.shape)) {
      const given = Object.hasOwn(Object(stored), name) ? schema.safeParse(Object(stored)[name]) : undefined;
      expect(settings[name as keyof typeof settings]).toBe(given?.success ? given.data : defaultSettings[name as keyof typeof settings]);
    }
  });
});
