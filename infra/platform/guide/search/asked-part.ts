import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { isQuestion } from '../words/sentences.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import { everydayWorth } from '../words/word-lists.ts';
import { questionTerms } from './question-terms.ts';

const name = String.raw`\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+){0,2}`;
const title = '(?:[Mm]ister|Mr|Mrs|Ms|[Mm]iss|[Ss]ir|[Mm]adam|Herr|Frau|[Mm]onsieur|[Mm]adame|[Mm]ademoiselle)';
const introduction = new RegExp(
  String.raw`(?<!\p{L})(?:I am|I[’']m|[Mm]y name is|[Ii]ch bin|[Ii]ch heiße|[Mm]ein Name ist|[Jj]e suis|[Jj]e m[’']appelle|[Mm]on nom est) ${name}(?:[,.] |,? (?:and|und|et) )`,
  'gu',
);
const addressedFirst = new RegExp(String.raw`^${title}\.? ${name}, `, 'u');
const called = `(?:d[eu] |von )?${name}`;
const addressedLast = new RegExp(String.raw`, (?:(?<courtesy>${title}\.?(?: ${called})?)|(?<called>${called}))(?= ?[?.!…]*$)`, 'u');

/** A message without the names of speaker and addressee. A name that the documents contain stays: "Who painted it, Savelli?" */
export function askedPart(text: string, language: Language, vocabulary: Vocabulary): string {
  const termsOf = (part: string) => questionTerms(wordsOf(part), { text: part, language }, vocabulary);
  const isKnown = (part: string) => termsOf(part).some(({ forms }) => forms.size > 0);
  const withoutAddress = (sentence: string) =>
    sentence.replace(addressedLast, (whole, courtesy?: string, bare = '') => (courtesy || !isKnown(bare) ? '' : whole));
  const sentences = splitSentences(text.replace(introduction, '').replace(addressedFirst, '')).map(withoutAddress);
  const asks = sentences.some(isQuestion);
  const part = sentences.filter((sentence) => !asks || isQuestion(sentence) || !termsOf(sentence).some(({ isForeign }) => isForeign));
  return part.join(' ').trim() || text;
}

const courtesies =
  '(?:(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|grüß gott|servus|moin|bonjour|bonsoir|salut)(?: [\\p{L}]+)?[,.!]* )?';
const opening = new RegExp(
  `^${courtesies}(?<also>(?:and|und|et) )?(?:(?<surely>my name is|my name[’']s|the name is|(?:you (?:can|may) |please |just )?call me|ich hei(?:ß|ss)e|mein name ist|(?:nennen sie|nenn) mich|sie (?:können|dürfen) mich|je m[’']appelle|mon nom est|(?:appelez|appelle)[- ]moi)|i am|i[’']m|we are|we[’']re|ich bin|wir sind|je suis|nous sommes|moi,? c[’']est),? `,
  'iu',
);
const end = String.raw`(?=\s*(?:[,.!;:?&]|$)|,? (?:and|und|et|from|aus|nennen) )`;
const firstName = new RegExp(`^(?<called>${name})${end}`, 'u');
/** Speech and hasty typing have no capitals. */
const plainName = new RegExp(String.raw`^(?<called>\p{L}[\p{L}’'-]{1,20})${end}`, 'u');
const nextName = new RegExp(
  String.raw`^(?:,? (?:and|und|et|&)|,) (?:(?:this is|here is|das (?:ist|sind)|hier ist|voici|(?:elle|lui),? c[’']est|c[’']est) )?(?:(?:my|our|mein\p{Ll}*|unser\p{Ll}*|mon|ma|mes|notre)(?: [\p{L}-]+){1,3}?,? )?(?<called>\p{Lu}[\p{L}’-]+)${end}`,
  'u',
);
const restBefore = /^(?: (?:from|aus|nennen)[^,.!;?]*?(?=[,.!;?]|$| (?:and|und|et) ))?[\s,.!;:&]*(?:(?:and|und|et) )?/u;
/** Descriptions of people that are not names, although German writes them with a capital. */
const descriptions =
  /^(?:germans?|french|english|american|british|italian|spanish|dutch|swiss|austrian|canadian|chinese|japanese|russian|polish|catholic|deutsche|franz|schweiz|österreich|engländer|amerikan|italiener|français|allemand|anglais|améric|belge|suisse)|(?:lehrer|arbeiter|künstler|maler|forscher|historiker|rentner|schüler|student|tourist|architekt|ingenieur|arzt|ärzt|kind|gast|mutter|vater|oma|opa|besucher|anfänger|laie|experte|vegetarier|musiker|pfarrer)(?:in(?:nen)?|en|er|s|n)?$/u;

export interface Introduction {
  names: readonly string[];
  /** The names add to the earlier names: "And I am Joe." */
  isAlso: boolean;
  rest: string;
}

/** "I'm Martha, and this is my brother Ben. How old is it?" */
export function findIntroduction(text: string, language: Language): Introduction | undefined {
  const opened = opening.exec(text);
  if (!opened) return undefined;
  let rest = text.slice(opened[0].length);
  const isSure = opened.groups?.['surely'] !== undefined;
  const first = firstName.exec(rest) ?? (isSure ? plainName.exec(rest) : undefined);
  const called = first?.groups?.['called'] ?? '';
  if (!first || !isNameOf(called, isSure, language)) return undefined;
  const names: string[] = [];
  for (let found: RegExpExecArray | null = first; found; found = nextName.exec(rest)) {
    const next = found.groups?.['called'] ?? '';
    names.push(next.slice(0, 1).toUpperCase() + next.slice(1));
    rest = rest.slice(found[0].length);
  }
  return { names: names.slice(0, 4), isAlso: opened.groups?.['also'] !== undefined, rest: rest.replace(restBefore, '') };
}

/** Excludes "I am German", "Ich bin Lehrer", "call me later". */
function isNameOf(called: string, isSure: boolean, language: Language): boolean {
  if (called.length > 40 || descriptions.test(called.toLowerCase())) return false;
  const isCapital = /^\p{Lu}/u.test(called);
  return isCapital && (isSure || language !== 'de') ? true : wordsOf(called).every((word) => everydayWorth(word, language) === 0);
}
