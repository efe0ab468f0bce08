import { numeralRules } from '../numeral-rules.ts';
import { range, roman } from '../roman.ts';
import { pairRules, type Rule } from '../rule.ts';
import { governsAccusative, governsDative, governsWeakNominative } from './german-cases.ts';
import { foreignSounds, queens, rulers } from './german-names.ts';
import { cardinal, ordinalStem, year } from './german-numbers.ts';

/** Words after which a single letter is a numeral too. */
const counted = ['Akt', 'Band', 'Buch', 'Kapitel', 'Raum', 'Saal', 'Salon', 'Tafel', 'Teil'];

interface Cases {
  nominative: string;
  genitive: string;
  dative: string;
  accusative: string;
}

export function germanRules(): Rule[] {
  return [
    ...rulerRules(rulers, (stem) => ({
      nominative: `der ${stem}e`,
      genitive: `des ${stem}en`,
      dative: `dem ${stem}en`,
      accusative: `den ${stem}en`,
    })),
    ...rulerRules(queens, (stem) => ({
      nominative: `die ${stem}e`,
      genitive: `der ${stem}en`,
      dative: `der ${stem}en`,
      accusative: `die ${stem}e`,
    })),
    ...centuryRules(),
    ...yearRules(),
    ...numeralRules(counted, cardinal),
    ...pairRules(foreignSounds),
  ];
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const hasGenitive = (name: string) => !/[sxz]$/.test(name);

function rulerRules(names: Readonly<Record<string, number>>, decline: (stem: string) => Cases): Rule[] {
  return Object.entries(names).flatMap(([name, highest]) =>
    range(1, highest).flatMap((value) => {
      const { nominative, genitive, dative, accusative } = decline(capitalised(ordinalStem(value)));
      return [
        ...numbered(name, value, { spoken: dative, fits: governsDative }),
        ...numbered(name, value, { spoken: accusative, fits: governsAccusative }),
        ...numbered(name, value, { spoken: nominative }),
        ...(hasGenitive(name) ? numbered(`${name}s`, value, { spoken: genitive }) : []),
      ];
    }),
  );
}

/** The numeral has its full stop; many leave it out. */
function numbered(name: string, value: number, { spoken, ...rest }: Omit<Rule, 'written'>): Rule[] {
  const bare = { written: `${name} ${roman(value)}`, spoken: `${name} ${spoken}`, ...rest };
  return [
    { ...bare, written: `${bare.written}.`, sharesStop: true },
    { ...bare, isOneWay: true },
  ];
}

function centuryRules(): Rule[] {
  return range(1, 21).flatMap((value): Rule[] => {
    const stem = ordinalStem(value);
    const weak = { spoken: `${stem}e Jahrhundert`, fits: governsWeakNominative };
    const strong = { spoken: `${stem}en Jahrhundert` };
    const short = ['Jh.', 'Jhd.', 'Jhdt.'].map((word) => ({ written: `${value}. ${word}`, sharesStop: true, isOneWay: true }));
    const romanForm = { written: `${roman(value)}. Jahrhundert`, isOneWay: true };
    return [weak, strong]
      .flatMap((forms): Rule[] => [
        { written: `${value}. Jahrhundert`, ...forms },
        { ...romanForm, ...forms },
        ...short.map((rule) => ({ ...rule, ...forms })),
      ])
      .concat({ written: `${value}. Jahrhunderts`, spoken: `${stem}en Jahrhunderts` });
  });
}

function yearRules(): Rule[] {
  const years = [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({ written: String(value), spoken: year(value) }));
  const decades = range(130, 199).map((tens) => ({ written: `${tens}0er`, spoken: `${year(tens * 10)}er` }));
  return [...years, ...decades];
}
