import { numeralRules } from '../numeral-rules.ts';
import { range, roman } from '../roman.ts';
import { pairRules, type Rule } from '../rule.ts';
import { foreignSounds, rulers } from './english-names.ts';
import { cardinal, decade, ordinal, year } from './english-numbers.ts';

/** Words after which a single letter is a numeral too. */
const counted = ['Act', 'Book', 'Chapter', 'Gallery', 'Part', 'Plate', 'Room', 'Salon', 'Volume'];

export function englishRules(): Rule[] {
  return [...rulerRules(), ...centuryRules(), ...yearRules(), ...numeralRules(counted, cardinal), ...pairRules(foreignSounds)];
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function rulerRules(): Rule[] {
  return Object.entries(rulers).flatMap(([name, highest]) =>
    range(1, highest).map((value) => ({ written: `${name} ${roman(value)}`, spoken: `${name} the ${capitalised(ordinal(value))}` })),
  );
}

function suffixed(value: number): string {
  if (value >= 11 && value <= 13) return `${value}th`;
  return `${value}${{ 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th'}`;
}

function centuryRules(): Rule[] {
  return range(1, 21).flatMap((value): Rule[] => {
    const [written, spoken] = [suffixed(value), ordinal(value)];
    const abbreviation = { spoken: `${spoken} century`, isOneWay: true };
    return [
      ...['century', 'centuries', 'Century'].map((word) => ({ written: `${written} ${word}`, spoken: `${spoken} ${word}` })),
      { written: `${written}-century`, spoken: `${spoken}-century` },
      { written: `${written} c.`, sharesStop: true, ...abbreviation },
      { written: `${written} cent.`, sharesStop: true, ...abbreviation },
      { written: `${roman(value)} century`, ...abbreviation },
      { written: `${roman(value)}th century`, ...abbreviation },
    ];
  });
}

/** "At twelve fifteen" is a time of day. */
const canBeTime = (value: number) => value < 1300 && value % 100 < 60;
const isNotAfterAt = (before: string) => !/(?:^|\s)at\s+$/i.test(before);
const apartFromTimes = { fits: isNotAfterAt, fitsHeard: isNotAfterAt };

function yearRules(): Rule[] {
  // 2000 is a number like any other.
  const years = [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({
    written: String(value),
    spoken: year(value),
    ...(canBeTime(value) && apartFromTimes),
  }));
  const decades = range(130, 199).map((tens) => ({ written: `${tens}0s`, spoken: decade(tens * 10) }));
  return [...years, ...decades];
}
