import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { createRandom } from '@enfilade/shared-contracts/kit/testing/create-random';
import type { KnowledgeDocument, MuseumContent } from '../../../content/content.ts';
import { findNumbers } from '../../words/numbers.ts';
import { isQuestion } from '../../words/sentences.ts';

export interface ChangedSentence {
  language: Language;
  museum: string;
  document: string;
  paragraph: number;
  true: string;
  false: string;
  change: string;
}

const namePattern = /(?<=[\p{Ll},] )\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu;
const invented: Readonly<Record<Language, readonly string[]>> = {
  en: [', a gift from the emperor', ', although the bishop had forbidden dancing', ', and later a pirate stole the silver trumpets'],
  de: [
    ', ein Geschenk des Kaisers an seinen Zahnarzt',
    ', obwohl der Papst das Tanzen untersagt hatte',
    ', und später stahl ein Pirat die silbernen Trompeten',
  ],
  fr: [
    ', un cadeau de l’empereur à son dentiste',
    ', bien que le pape eût défendu la danse',
    ', et plus tard un pirate vola les trompettes d’argent',
  ],
};
const places: Readonly<Record<Language, readonly string[]>> = {
  en: [' in Lisbon', ' in a windmill near Toledo'],
  de: [' in Lissabon', ' in einer Windmühle bei Toledo'],
  fr: [' à Lisbonne', ' dans un moulin près de Tolède'],
};
const negations: Readonly<Record<Language, [RegExp, string]>> = {
  en: [/ (was|were|is|are|had|could) (?!not\b)/, ' $1 never '],
  de: [/ (war|waren|ist|sind|hatte|wurde|wurden) (?!nicht\b)/, ' $1 nie '],
  fr: [/ (était|étaient|est|sont|avait|fut|furent) (?!pas\b)/, ' n’$1 jamais '],
};
const openings: Readonly<Record<Language, readonly string[]>> = {
  en: ['', 'Look closely: ', 'As the text says, '],
  de: ['', 'Schauen Sie genau hin: ', 'Wie der Text sagt: '],
  fr: ['', 'Regardez bien : ', 'Comme le dit le texte : '],
};

interface Rewriting {
  sentence: string;
  language: Language;
  names: readonly string[];
  known: readonly string[];
  random: () => number;
}

const pick = <T>(items: readonly T[], random: () => number): T | undefined => items[Math.floor(random() * items.length)];
const beforeEnd = (sentence: string, added: string) => sentence.replace(/[.!]?$/, `${added}.`);

/** Each change makes a sentence false, or returns it unchanged if that is impossible. */
const changes: Readonly<Record<string, (rewriting: Rewriting) => string>> = {
  number: ({ sentence, language, random }) => {
    const number = findNumbers(sentence, language).find(({ value }) => value > 1 && value < 1000);
    return number
      ? `${sentence.slice(0, number.from)}${number.value + 3 + Math.floor(random() * 500)}${sentence.slice(number.to)}`
      : sentence;
  },
  date: ({ sentence, random }) => sentence.replace(/\b1[0-9]{3}\b/, (year) => String(Number(year) + 5 + Math.floor(random() * 40))),
  name: ({ sentence, known, names, random }) =>
    sentence.replace(namePattern, (name) => (known.includes(name) ? (pick(names, random) ?? name) : name)),
  place: ({ sentence, language, random }) => beforeEnd(sentence, pick(places[language], random) ?? ''),
  negation: ({ sentence, language }) => sentence.replace(...negations[language]),
  invented: ({ sentence, language, random }) => beforeEnd(sentence, pick(invented[language], random) ?? ''),
};

/** Sentences of the documents, each with a false variant; `count` for each language. */
export function makeChangedSentences(museums: readonly MuseumContent[], count: number, seed: number): ChangedSentence[] {
  const random = createRandom(seed);
  const kinds = Object.keys(changes);
  return languages.flatMap((language) => {
    const made: ChangedSentence[] = [];
    for (let tries = 0; made.length < count && tries < 100 * count; tries += 1) {
      const content = pick(museums, random);
      const documents = content?.knowledge.filter((document) => document.language === language) ?? [];
      const one = content && makeOne({ content, documents, language, change: kinds[made.length % kinds.length] ?? '', random });
      if (one) made.push(one);
    }
    return made;
  });
}

interface Making {
  content: MuseumContent;
  documents: readonly KnowledgeDocument[];
  language: Language;
  change: string;
  random: () => number;
}

function makeOne({ content, documents, language, change, random }: Making): ChangedSentence | undefined {
  const document = pick(documents, random);
  const paragraph = Math.floor(random() * (document?.paragraphs.length ?? 0));
  const text = document?.paragraphs[paragraph] ?? '';
  const sentence = pick(
    splitSentences(text).filter((each) => !isQuestion(each) && /[.!]$/.test(each) && each.length > 40),
    random,
  );
  if (!document || !sentence) return undefined;
  // Names of the English texts, because in German every noun has a capital.
  const known = content.knowledge
    .filter((each) => each.language === 'en')
    .flatMap((each) => each.paragraphs.flatMap((one) => one.match(namePattern) ?? []));
  const names = known.filter((name) => !name.split(' ').some((part) => `${document.title} ${text}`.includes(part)));
  const changed = changes[change]?.({ sentence, language, names, known, random });
  if (changed === undefined || changed === sentence) return undefined;
  const opening = pick(openings[language], random) ?? '';
  return { language, museum: content.folder, document: document.id, paragraph, true: opening + sentence, false: opening + changed, change };
}
