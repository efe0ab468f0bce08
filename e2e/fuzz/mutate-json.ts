import type { Dice } from './dice.ts';
import { hostileTexts, hostileTokens, hostileValues } from './hostile-values.ts';

interface Place {
  holder: Record<string, unknown>;
  key: string;
}

/** One to three faults; sometimes the JSON text itself is malformed. */
export function mutateJson(good: unknown, dice: Dice): string {
  const top: Record<string, unknown> = { whole: structuredClone(good) };
  for (let left = dice.happens(600) ? 1 : 1 + dice.below(3); left > 0; left -= 1) dice.pick(spoils)(pickPlace(top, dice), dice);
  const [whole] = Object.values(top);
  const text = whole === undefined ? '' : JSON.stringify(whole);
  return dice.happens(150) ? spoilText(text, dice) : text;
}

function pickPlace(top: Record<string, unknown>, dice: Dice): Place {
  const places: Place[] = [];
  const collect = (holder: object) => {
    for (const [key, value] of Object.entries(holder)) {
      places.push({ holder: holder as Place['holder'], key });
      // Counts a long list as one value.
      if (typeof value === 'object' && value !== null && places.length < 200) collect(value);
    }
  };
  collect(top);
  // The root is one of many places.
  return places[places.length > 1 && dice.happens(960) ? 1 + dice.below(places.length - 1) : 0] ?? { holder: top, key: 'whole' };
}

/** Later changes may alter the value, so this copies. */
const someValue = (dice: Dice): unknown => structuredClone(dice.pick(hostileValues));

type Spoil = (place: Place, dice: Dice) => void;

const set = ({ holder, key }: Place, value: unknown): void => {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
};

const spoils: readonly Spoil[] = [
  ({ holder, key }) => void delete holder[key],
  ({ holder, key }, dice) => set({ holder, key: dice.pick([`${key} `, key.toUpperCase(), ...hostileTexts]) }, holder[key]),
  (place, dice) => set(place, dice.pick(hostileTexts)),
  (place, dice) => set(place, dice.pick(hostileTexts)),
  (place, dice) => set(place, someValue(dice)),
  (place, dice) => set(place, someValue(dice)),
  (place) => set(place, [place.holder[place.key]]),
  (place) => set(place, { value: place.holder[place.key] }),
  (place, dice) => set(place, Array(dice.pick([2, 21, 200])).fill(place.holder[place.key])),
  (place) => set(place, String(asPrimitive(place.holder[place.key]))),
  (place) => set(place, Number(asPrimitive(place.holder[place.key]))),
  (place, dice) => set(place, spoilWithin(place.holder[place.key], dice)),
  (place, dice) => set(place, spoilWithin(place.holder[place.key], dice)),
];

/** The type stays. A text that contains JSON gets a fault in the JSON. */
function spoilWithin(value: unknown, dice: Dice): unknown {
  if (typeof value === 'number') return dice.pick([value + 1, value - 1, -value, value * 1e6, value + 0.5]);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'object' && value !== null) return { ...value, [dice.pick(hostileTexts)]: someValue(dice) };
  const text = String(value);
  if (/^\{"\w+":/.test(text) && text.endsWith('}')) return mutateJson(JSON.parse(text), dice);
  const at = dice.below(text.length + 1);
  const piece = dice.pick(hostileTexts).slice(0, 1 + dice.below(40));
  return dice.pick([
    text.slice(0, at) + piece + text.slice(at),
    text.slice(0, at) + piece + text.slice(at + 1),
    text.slice(0, at),
    text + text,
  ]);
}

function spoilText(text: string, dice: Dice): string {
  const at = dice.below(text.length);
  const values = [...text.matchAll(/(?<=:)(?:"(?:[^"\\]|\\.)*"|[\d.]+|true|false|null)/g)];
  const value = values[dice.below(values.length)];
  return dice.pick([
    text.slice(0, at),
    `\ufeff${text}`,
    text.slice(0, at) + dice.pick(['\0', ',', '"', '\\', '\u2028', '}', '{']) + text.slice(at),
    value ? text.slice(0, value.index) + dice.pick(hostileTokens) + text.slice(value.index + value[0].length) : '',
    value ? text.slice(0, value.index) + dice.pick(hostileTokens) + text.slice(value.index + value[0].length) : '',
    text + text,
    ' '.repeat(2_000) + text,
    dice.pick(hostileTokens),
  ]);
}

/** A spoilt object may have a `toString` that is not a function. */
function asPrimitive(value: unknown): unknown {
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
