import type { Texts } from '../i18n.ts';
import { type Language, languages } from '../language.ts';

const byName = (a: string, b: string) => a.localeCompare(b, 'en');

/** Forms of small numbers may write the number as a word. */
const mayOmitCount = /_(?:zero|one|two)$/;

function placeholdersOf(key: string, text: string): string {
  const found = (text.match(/\{\{[^{}]*\}\}/g) ?? []).map((placeholder) => placeholder.replace(/\s/g, ''));
  const counted = mayOmitCount.test(key) ? found.filter((placeholder) => placeholder !== '{{count}}') : found;
  return [...new Set(counted)].sort(byName).join(' ');
}

const pluralForms = /_(?:zero|one|two|few|many|other)$/;
const stem = (key: string) => key.replace(pluralForms, '');

/** The plural forms of whole numbers below a million, by CLDR. */
const neededForms = ['one', 'other'];

/** Correct texts have the same keys and placeholders, no empty text, and both forms of every plural. */
export function findTextProblems(texts: Record<Language, Texts>): string[] {
  const keys = [...new Set(languages.flatMap((language) => Object.keys(texts[language])))].sort(byName);
  return languages.flatMap((language) => [
    ...keys.flatMap((key) => findKeyProblems(texts, language, key)),
    ...findPluralProblems(texts[language]).map((problem) => `${language}: ${problem}`),
  ]);
}

function findKeyProblems(texts: Record<Language, Texts>, language: Language, key: string): string[] {
  const text = Object.hasOwn(texts[language], key) ? texts[language][key] : undefined;
  if (text === undefined) return [`${language}: ${key} is missing`];
  if (text.trim() === '') return [`${language}: ${key} is empty`];
  const model = texts.en[key];
  if (model === undefined || language === 'en') return [];
  const [expected, found] = [placeholdersOf(key, model), placeholdersOf(key, text)];
  return expected === found ? [] : [`${language}: ${key} has placeholders "${found}" where English has "${expected}"`];
}

function findPluralProblems(texts: Texts): string[] {
  const plurals = new Set(
    Object.keys(texts)
      .filter((key) => pluralForms.test(key))
      .map(stem),
  );
  return [...plurals].flatMap((key) =>
    neededForms.filter((form) => !Object.hasOwn(texts, `${key}_${form}`)).map((form) => `${key} lacks its form _${form}`),
  );
}
