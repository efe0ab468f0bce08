import { type Language, type LocalizedText, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import { languageTexts, type PhraseId, type TourLineId } from './language/language-data.ts';
import { nameSubject } from './quotes.ts';
import { alignSentences } from './words/align-sentences.ts';

/** A way from one language to another. */
export interface Direction {
  from: Language;
  to: Language;
}

/**
 * What the guide of this museum says, in another language: the museum has every text in every language, and the guide each of its
 * own lines. Null for what is neither: it is not translated, for nobody has written it.
 */
export function createCounterparts(content: MuseumContent): (lines: readonly string[], direction: Direction) => (string | null)[] {
  const tables = new Map<string, Table>();
  const tableOf = (direction: Direction): Table => {
    const name = `${direction.from}-${direction.to}`;
    const table = tables.get(name) ?? createTable(content, direction);
    tables.set(name, table);
    return table;
  };
  return (lines, { from, to }) =>
    // The guide answers in the language of the question, whatever the visit's: the one that was named is tried first.
    lines.map((line) => {
      const sources = [from, ...languages.filter((language) => language !== from)];
      return sources.map((source) => sayIn(line, tableOf({ from: source, to }))).find((said) => said !== null) ?? null;
    });
}

/** A line of several sentences is said when each of them is; what two of them share is said once. */
function sayIn(line: string, table: Table): string | null {
  return joinAll(splitSentences(line).map((sentence) => findIn(table, sentence)));
}

function joinAll(said: readonly (string | null)[]): string | null {
  const each = said.filter((one, at) => one !== said[at - 1]);
  return each.length > 0 && said.every((one) => one !== null) ? each.join(' ') : null;
}

const keyOf = (sentence: string) => wordsOf(sentence).join(' ');

function findIn(table: Table, sentence: string): string | null {
  const written = table.sentences.get(keyOf(sentence));
  if (written !== undefined) return written;
  for (const line of table.lines) {
    const match = line.pattern.exec(sentence);
    const said = match && fillLine(line, match.groups ?? {}, table);
    if (said) return said;
  }
  // "Room 2 of 3." may be the beginning of a sentence as well as its end: an ordinal.
  const parts = sentence.split(/(?<=\d\.) (?=\p{Lu}|„|«)/u);
  return parts.length > 1 ? joinAll(parts.map((part) => findIn(table, part))) : null;
}

/** What is found in one direction. */
interface Table extends Direction {
  content: MuseumContent;
  /** By the folded words of a sentence, its counterpart. */
  sentences: ReadonlyMap<string, string>;
  /** What the guide says with names in it. */
  lines: readonly PatternLine[];
}

interface PatternLine {
  pattern: RegExp;
  to: string;
  /** Is said in one room alone. */
  room: number | undefined;
}

function createTable(content: MuseumContent, { from, to }: Direction): Table {
  const sentences = new Map<string, string>();
  // The first text of a museum to say a sentence has its counterpart.
  const add = (sentence: string, said: string) => {
    const key = keyOf(sentence);
    if (key && !sentences.has(key)) sentences.set(key, said);
  };
  for (const [one, other] of textPairs(content, { from, to }))
    for (const [sentence, said] of pairsOf(one, other, { from, to })) add(sentence, said);
  const lines: PatternLine[] = [];
  for (const { one, other, room } of linePairs({ from, to })) {
    const [own, others] = [splitSentences(one), splitSentences(other)];
    alignSentences(own, others).forEach((whole, at, all) => {
      const sentence = own[at] ?? '';
      const said = whole === all[at - 1] ? onlyNamed(sentence, whole, to) : whole;
      if (/\{/.test(sentence + said)) lines.push({ pattern: patternOf(sentence), to: said, room });
      else add(sentence, said);
    });
  }
  return { content, from, to, sentences, lines };
}

/** Of two sentences that are one there, the second has nothing left to say but which room comes. */
function onlyNamed(sentence: string, whole: string, to: Language): string {
  const place = /\{next\}/.exec(sentence)?.[0];
  if (!place) return whole;
  return to === 'en' ? `The ${place}.` : `${place}.`;
}

/** Each sentence, also as the guide quotes it after a question ("Ida was" for "She was"), with its counterpart. */
function pairsOf(one: string, other: string, { from, to }: Direction): [string, string][] {
  const [own, others] = [splitSentences(one), splitSentences(other)];
  return alignSentences(own, others).flatMap((said, at) => {
    const sentence = own[at] ?? '';
    const [named = sentence] = nameSubject(own[0] ?? '', [sentence], from);
    const pair: [string, string] = [sentence, said];
    return named === sentence ? [pair] : [pair, [named, nameSubject(others[0] ?? '', [said], to)[0] ?? said]];
  });
}

/** Everything a museum has written in both languages, a paragraph at a time. */
function textPairs({ knowledge, profile, exhibitions }: MuseumContent, { from, to }: Direction): [string, string][] {
  const localized = (text: LocalizedText | undefined): [string, string][] => {
    const [one, other] = typeof text === 'object' ? [text[from], text[to]] : [];
    return one !== undefined && other !== undefined ? [[one, other]] : [];
  };
  const others = new Map(knowledge.filter(({ language }) => language === to).map((document) => [document.id, document]));
  return [
    ...knowledge.filter(({ language }) => language === from).flatMap((document) => paragraphPairs(document, others.get(document.id))),
    ...Object.values(profile.practical ?? {}).flatMap(localized),
    ...easyPairs(profile, { from, to }),
    ...[profile.quickQuestions, ...Object.values(profile.exhibitions).map(({ quickQuestions = [] }) => quickQuestions)]
      .flat()
      .flatMap(localized),
    ...exhibitions.flatMap(({ assistant }) => localized(firstMessageOf(assistant?.firstMessage))),
    ...(profile.introduction?.transcripts[from] ?? []).flatMap(({ text }, at): [string, string][] => {
      const other = profile.introduction?.transcripts[to]?.[at];
      return other ? [[text, other.text]] : [];
    }),
  ];
}

/** Documents of different lengths say different things: then nothing is known of which paragraph is which. */
function paragraphPairs({ paragraphs, easy, kids }: KnowledgeDocument, other: KnowledgeDocument | undefined): [string, string][] {
  const beside = (own: readonly string[], others: readonly string[]) =>
    own.map((paragraph, at): [string, string] => [paragraph, others[at] ?? '']);
  const forKids = kids && kids.paragraphs.length === other?.kids?.paragraphs.length ? beside(kids.paragraphs, other.kids.paragraphs) : [];
  if (other?.paragraphs.length !== paragraphs.length) return forKids;
  return [
    ...forKids,
    ...beside(paragraphs, other.paragraphs),
    ...beside(easy?.paragraphs ?? [], other.easy?.paragraphs ?? other.paragraphs),
  ];
}

function easyPairs({ easyLanguage, practical = {} }: MuseumContent['profile'], { from, to }: Direction): [string, string][] {
  const [own, other] = [easyLanguage?.[from], easyLanguage?.[to]];
  const pairs = Object.entries(own?.practical ?? {}).map(([topic, text]) => {
    const ordinary = practical[topic as keyof typeof practical];
    return [text, other?.practical?.[topic as keyof typeof practical] ?? (ordinary && localize(ordinary, to))];
  });
  return [...pairs, [own?.greeting, other?.greeting]].filter((pair): pair is [string, string] => pair.every((text) => text !== undefined));
}

const firstMessageOf = (text = ''): LocalizedText | undefined => {
  const texts = parseJson(text);
  return typeof texts === 'object' && texts !== null && 'en' in texts ? (texts as LocalizedText) : undefined;
};

/** Lines of the guide's own that are said in the first room, before or as the tour begins. */
const firstRoomLines: ReadonlySet<TourLineId> = new Set<TourLineId>(['welcome', 'ask-begin', 'first-room']);

/** The guide's own lines: each language has the same number of ways to say each. */
function* linePairs({ from, to }: Direction): Iterable<{ one: string; other: string; room?: number }> {
  const [own, others] = [languageTexts[from], languageTexts[to]];
  for (const [id, lines] of Object.entries(own.tour) as [TourLineId, readonly string[]][]) {
    for (const [at, one] of lines.entries()) {
      const other = others.tour[id][at % others.tour[id].length];
      if (other) yield { one, other, ...(firstRoomLines.has(id) && { room: 0 }) };
    }
  }
  for (const [id, one] of Object.entries(own.phrases) as [PhraseId, string][]) yield { one, other: others.phrases[id] };
  for (const [at, one] of own.questions.entries()) {
    const other = others.questions[at];
    if (other) yield { one, other };
  }
}

/** Matches the sentence whatever stands in its places; a name that stands there twice is the same both times. */
function patternOf(sentence: string): RegExp {
  const seen = new Set<string>();
  const source = sentence.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    if (seen.has(part)) return `\\k<${part}>`;
    seen.add(part);
    return part === 'visitor' ? `(?<${part}>(?:, .{1,300}?)?)` : `(?<${part}>.{1,300}?)`;
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}

type Values = Partial<Record<string, string>>;

/** The line with its names in the other language; undefined where one of them is not known there. */
function fillLine({ to: line, room: only }: PatternLine, found: Values, table: Table): string | undefined {
  if ([found['room'], found['next']].some((name) => name !== undefined && roomNamed(name, table) < 0)) return undefined;
  const values = { ...namesIn(table), ...placesOf(only ?? roomOf(found, table), table), ...translated(found, table) };
  const unnamed = withoutRoom(line, table.to, values);
  const isWhole = [...unnamed.matchAll(/\{(\w+)\}/g)].every(([, place = '']) => values[place] !== undefined);
  return isWhole ? unnamed.replace(/\{(\w+)\}/g, (_, place: string) => values[place] ?? '') : undefined;
}

const namesIn = ({ content, to }: Table): Values => ({
  name: localize(content.profile.guideName, to),
  museum: content.museum.name,
  count: String(content.profile.rooms.length),
});

/** Of the tour's room at that position, where it is known. */
function placesOf(room: number | undefined, { content, to }: Table): Values {
  if (room === undefined) return {};
  const [here, next] = [content.profile.rooms[room], content.profile.rooms[room + 1]];
  return { number: String(room + 1), room: here && localize(here.name, to), next: next && localize(next.name, to) };
}

/** What a sentence says itself: numbers as they are, names and sentences as they are there. */
function translated(found: Values, table: Table): Values {
  const { turn, nearest, number, exhibition, object, line, question, visitor = '' } = found;
  return {
    turn,
    nearest,
    ...(number && { number }),
    exhibition: exhibition && exhibitionNamed(exhibition, table),
    object: object && objectNamed(object, table),
    line: line && (sayIn(line, table) ?? undefined),
    question: question && (sayIn(question, table) ?? undefined),
    visitor: visitorsIn(visitor, table.from, table.to),
  };
}

/** German and French leave the room's name out where English has it in the middle of the sentence. */
function withoutRoom(line: string, to: Language, values: Values): string {
  if (to !== 'en') return line;
  const here = values['room'] === undefined ? line.replace(/\b([Tt])he \{room\}/g, '$1his room') : line;
  return values['next'] === undefined ? here.replace(/\b([Tt])he \{next\}/g, '$1he next room') : here;
}

/** The position of the tour's room that the names and numbers of a sentence speak of. */
function roomOf(found: Values, table: Table): number | undefined {
  if (found['room']) return roomNamed(found['room'], table);
  if (found['next']) return roomNamed(found['next'], table) - 1;
  // The number of a label is in a sentence with other numbers alone.
  return found['number'] && found['count'] ? Number(found['number']) - 1 : undefined;
}

const roomNamed = (name: string, { content, from }: Table): number =>
  content.profile.rooms.findIndex((room) => keyOf(localize(room.name, from)) === keyOf(name));

function exhibitionNamed(name: string, { content, from, to }: Table): string | undefined {
  if (name === content.museum.name) return name;
  const names = content.exhibitions.map(({ _id, name: own }) => content.profile.exhibitions[_id]?.name ?? own);
  const named = names.find((one) => localize(one, from) === name);
  return named === undefined ? undefined : localize(named, to);
}

function objectNamed(name: string, { content, from, to }: Table): string | undefined {
  const object = content.profile.objects?.find((one) => localize(one.name, from) === name);
  return object && localize(object.name, to);
}

/** ", Anna and Ben" with the other language's "and". */
function visitorsIn(text: string, from: Language, to: Language): string {
  const and = new Intl.ListFormat(from).formatToParts(['a', 'b']).find(({ type }) => type === 'literal')?.value ?? ', ';
  const names = text
    .split(/, /)
    .flatMap((part) => part.split(and))
    .filter(Boolean);
  return names.length > 0 ? `, ${new Intl.ListFormat(to).format(names)}` : '';
}
