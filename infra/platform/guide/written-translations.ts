import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import type { MuseumContent } from '../content/content.ts';
import { byLanguage, fillPlaces, languageData } from './language/language-data.ts';
import { nameSubject } from './quotes.ts';
import { leadOf } from './search/knowledge-index.ts';

export type Direction = { from: Language; to: Language };

/** Finds the sentence at the same position in the other language. Null for a line that no text contains. */
export function createWrittenTranslations(content: MuseumContent): (lines: readonly string[], direction: Direction) => (string | null)[] {
  let tables: ReturnType<typeof createTables> | undefined;
  const sayIn = (sentence: string, from: Language, to: Language): string | null => {
    tables ??= createTables(content);
    const said = tables[from].get(keyOf(sentence))?.(to);
    if (said !== undefined) return said;
    // "Room 2 of 3." may end a sentence, although splitSentences reads "3." as an ordinal.
    const parts = sentence.split(/(?<=\d\.) (?=\p{Lu}|„|«)/u);
    return parts.length > 1 ? joinAll(parts.map((part) => sayIn(part, from, to))) : null;
  };
  return (lines, { from, to }) => {
    // A line may be in another language than the named one, because the guide answers in the language of the question.
    const sources = [from, ...languages.filter((language) => language !== from)];
    const say = (line: string, source: Language) => joinAll(splitSentences(line).map((sentence) => sayIn(sentence, source, to)));
    return lines.map((line) => sources.map((source) => say(line, source)).find((said) => said !== null) ?? null);
  };
}

/** Equal neighbours appear once. */
function joinAll(said: readonly (string | null)[]): string | null {
  const each = said.filter((one, at) => one !== said[at - 1]);
  return each.length > 0 && said.every((one) => one !== null) ? each.join(' ') : null;
}

const keyOf = (sentence: string) => wordsOf(sentence).join(' ');

/** For each language its sentences, each with its translation into another language. The first text with a sentence wins. */
function createTables(content: MuseumContent) {
  const texts = byLanguage(
    (language) => new Map([...documentTexts(content, language), ...profileTexts(content, language), ...guideTexts(content, language)]),
  );
  return byLanguage((from) => {
    const table = new Map<string, (to: Language) => string | undefined>();
    for (const [place, text] of texts[from]) {
      const sentences = splitSentences(text);
      /** @param isNamed the sentence has the subject's name in place of the pronoun */
      const add = (sentence: string, at: number, isNamed: boolean) => {
        const key = keyOf(sentence);
        if (!key || table.has(key)) return;
        table.set(key, (to) => {
          const others = sentencesOf(texts[to].get(place), sentences.length);
          return isNamed ? nameSubject(others[0] ?? '', others.slice(at, at + 1), to)[0] : others[at];
        });
      };
      for (const [at, sentence] of sentences.entries()) {
        add(sentence, at, false);
        add(nameSubject(sentences[0] ?? '', [sentence], from)[0] ?? '', at, true);
      }
    }
    return table;
  });
}

/** If the number of sentences differs, their positions mean nothing, so the whole text is the translation of each. */
function sentencesOf(text: string | undefined, count: number): string[] {
  const sentences = splitSentences(text ?? '');
  return text === undefined || sentences.length === count ? sentences : Array.from({ length: count }, () => text);
}

/** The key has the number of paragraphs, because documents of different lengths do not match paragraph by paragraph. */
function* documentTexts({ knowledge }: MuseumContent, language: Language): Iterable<[string, string]> {
  for (const { id, paragraphs, easy, kids } of knowledge.filter((document) => document.language === language)) {
    const place = (kind: string, at: number, of: readonly string[]) => `${kind} ${id} ${at}/${of.length}`;
    for (const [at, text] of paragraphs.entries()) {
      yield [place('paragraph', at, paragraphs), text];
      yield [place('easy', at, paragraphs), easy?.paragraphs[at] ?? text];
      if (leadOf(text))
        yield [place('instead', at, paragraphs), fillPlaces(languageData[language].phrases.instead, { question: leadOf(text) })];
    }
    for (const [at, text] of (kids?.paragraphs ?? []).entries()) yield [place('kids', at, kids?.paragraphs ?? []), text];
  }
}

function* profileTexts({ profile, exhibitions }: MuseumContent, language: Language): Iterable<[string, string]> {
  const easy = profile.easyLanguage?.[language];
  for (const [topic, text] of Object.entries(profile.practical ?? {})) {
    yield [`practical ${topic}`, localize(text, language)];
    yield [`easy practical ${topic}`, easy?.practical?.[topic as keyof typeof profile.practical] ?? localize(text, language)];
  }
  if (easy?.greeting !== undefined) yield ['easy greeting', easy.greeting];
  const questions = [profile.quickQuestions, ...Object.values(profile.exhibitions).map(({ quickQuestions = [] }) => quickQuestions)].flat();
  for (const [at, question] of questions.entries()) yield [`question ${at}`, localize(question, language)];
  for (const [at, { assistant }] of exhibitions.entries()) {
    const first = Object(parseJson(assistant?.firstMessage ?? ''))[language];
    if (typeof first === 'string') yield [`first message ${at}`, first];
  }
  for (const [at, { text }] of (profile.introduction?.transcripts[language] ?? []).entries()) yield [`introduction ${at}`, text];
}

/** The guide's own lines: in every room, at every exhibition, and without a visitor's name. */
function* guideTexts({ profile, museum, exhibitions }: MuseumContent, language: Language): Iterable<[string, string]> {
  const { phrases, tour, questions } = languageData[language];
  const names = { name: localize(profile.guideName, language), museum: museum.name, count: String(profile.rooms.length), visitor: '' };
  const rooms = profile.rooms.map(({ name }, at) => {
    const next = profile.rooms[at + 1];
    return { number: String(at + 1), room: localize(name, language), ...(next && { next: localize(next.name, language) }) };
  });
  const exhibitionNames = exhibitions.map((exhibition) => exhibitionName(profile, exhibition, language));
  const places = [{}, ...rooms, ...[museum.name, ...exhibitionNames].map((exhibition) => ({ exhibition, room: exhibition }))];
  for (const [id, line] of [...Object.entries(phrases), ...Object.entries(tour)]) {
    for (const [at, place] of places.entries()) {
      const said = fillPlaces(line, { ...names, ...place });
      if (!said.includes('{')) yield [`${id} ${at}`, said];
    }
  }
  for (const [at, question] of questions.entries()) yield [`suggestion ${at}`, question];
}
