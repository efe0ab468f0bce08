import { numeralRules } from '../numeral-rules.ts';
import { range, roman } from '../roman.ts';
import { pairRules, type Rule } from '../rule.ts';
import { foreignSounds, queens, rulers } from './french-names.ts';
import { cardinal, ordinal, year } from './french-numbers.ts';

/** Words after which a single letter is a numeral too. */
const counted = ['acte', 'Acte', 'chapitre', 'Chapitre', 'livre', 'Livre', 'planche', 'salle', 'Salle', 'salon', 'Salon', 'tome', 'Tome'];

export function frenchRules(): Rule[] {
  return [
    ...rulerRules(rulers, { written: 'Ier', spoken: 'premier' }),
    ...rulerRules(queens, { written: 'Ire', spoken: 'première' }),
    ...centuryRules(),
    ...yearRules(),
    ...numeralRules(counted, cardinal),
    ...pairRules(foreignSounds),
  ];
}

/** The first is counted, the others only numbered: Henri premier, Henri quatre. */
function rulerRules(names: Readonly<Record<string, number>>, first: { written: string; spoken: string }): Rule[] {
  return Object.entries(names).flatMap(([name, highest]) => [
    { written: `${name} ${first.written}`, spoken: `${name} ${first.spoken}` },
    { written: `${name} I`, spoken: `${name} ${first.spoken}`, isOneWay: true },
    ...range(2, highest).map((value) => ({ written: `${name} ${roman(value)}`, spoken: `${name} ${cardinal(value)}` })),
  ]);
}

const usual = (value: number) => (value === 1 ? 'Ier' : `${roman(value)}e`);

function centuryRules(): Rule[] {
  return range(1, 21).flatMap((value): Rule[] => {
    const spoken = ordinal(value);
    const others = [value === 1 ? '1er' : `${value}e`, value === 1 ? 'Iᵉʳ' : `${roman(value)}ᵉ`, `${roman(value)}ème`];
    return [
      ...['siècle', 'siècles'].map((word) => ({ written: `${usual(value)} ${word}`, spoken: `${spoken} ${word}` })),
      ...others.map((written) => ({ written: `${written} siècle`, spoken: `${spoken} siècle`, isOneWay: true })),
      ...[usual(value), ...others].map((written) => ({
        written: `${written} s.`,
        spoken: `${spoken} siècle`,
        isOneWay: true,
        sharesStop: true,
      })),
      // « aux XVIIe et XVIIIe siècles »
      { written: usual(value), spoken, isOneWay: true },
    ];
  });
}

/** 2000 is a number like any other. */
function yearRules(): Rule[] {
  return [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({ written: String(value), spoken: year(value) }));
}
