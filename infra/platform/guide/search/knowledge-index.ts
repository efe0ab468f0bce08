import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { profileDocumentId, toldTopics } from '@enfilade/shared-contracts/museum/findings';
import MiniSearch, { type SearchResult } from 'minisearch';
import type { KnowledgeDocument, MuseumContent } from '../../content/content.ts';
import { byLanguage, languageData, readPatterns } from '../language/language-data.ts';
import { numbersInDigits } from '../words/numbers.ts';
import { createVocabulary } from '../words/vocabulary.ts';
import type { QuestionTerm } from './question-terms.ts';

/** The practical information of a profile as a document with a paragraph for each topic. No file of `knowledge/` can have the id of this document. */
export type ProfileDocument = KnowledgeDocument & { topics: readonly string[] };

export function profileDocumentOf(
  { practical = {}, easyLanguage = {} }: MuseumContent['profile'],
  language: Language,
): ProfileDocument | undefined {
  const topics = toldTopics(practical);
  if (topics.length === 0) return undefined;
  const title = languageData[language].phrases.practicalTitle;
  const paragraphs = topics.map((topic) => localize(practical[topic] ?? '', language));
  const { practical: easy = {} } = easyLanguage[language] ?? {};
  return {
    ...{ id: profileDocumentId, language, title, topics, paragraphs },
    ...(easyLanguage[language] && { easy: { title, paragraphs: topics.map((topic, at) => easy[topic] ?? paragraphs[at] ?? '') } }),
  };
}

const needs = byLanguage((language) => readPatterns(languageData[language].practical));

/** Practical topics that a question asks for, and the patterns of texts about them. @param text folded, with single spaces */
export const needsOf = (text: string, language: Language) => needs[language].filter(({ question }) => question.test(text));

export const needsTold = (text: string, language: Language): number => needs[language].filter(({ answer }) => answer.test(text)).length;

const mostTold = 2;

/** @param text folded, with single spaces */
export function findInProfile(profile: ProfileDocument | undefined, text: string): { document: ProfileDocument; paragraph: number }[] {
  if (!profile) return [];
  const paragraphs = needsOf(text, profile.language).map(({ id }) => profile.topics.indexOf(id));
  const told = paragraphs.filter((paragraph) => paragraph >= 0).slice(0, mostTold);
  return told.map((paragraph) => ({ document: profile, paragraph }));
}

export interface IndexedPassage {
  id: number;
  document: KnowledgeDocument;
  paragraph: number;
  title: string;
  /** The question at the beginning of the paragraph, or an empty text. */
  lead: string;
  text: string;
  sentences(): readonly IndexedSentence[];
}

interface IndexedSentence {
  text: string;
  stems: ReadonlySet<string>;
  /** Stems of the three words after a number. */
  counted: ReadonlySet<string>;
}

function sentenceOf(text: string, language: Language, stemsOf: (text: string) => string[]): IndexedSentence {
  const words = numbersInDigits(wordsOf(text), language);
  const counted = words.flatMap((word, at) => (/^\d+$/.test(word) ? words.slice(at + 1, at + 4) : []));
  return { text, stems: new Set(stemsOf(text)), counted: new Set(stemsOf(counted.join(' '))) };
}

export const leadOf = (paragraph: string): string => /^(?:[^.?!]|(?<=\d)\.)*\?/.exec(paragraph)?.[0] ?? '';

function passagesOf(documents: readonly KnowledgeDocument[], language: Language, stemsOf: (text: string) => string[]): IndexedPassage[] {
  const places = documents.flatMap((document) => document.paragraphs.map((text, paragraph) => ({ document, paragraph, text })));
  return places.map((place, id) => {
    const lead = leadOf(place.text);
    let sentences: IndexedSentence[] | undefined;
    // Split on demand, because a search reads few of them.
    const split = () => splitSentences(place.text.slice(lead.length)).map((one) => sentenceOf(one, language, stemsOf));
    return { ...place, id, lead, title: place.document.title, sentences: () => (sentences ??= split()) };
  });
}

export interface Hit {
  passage: IndexedPassage;
  /** MiniSearch's BM25+ score as a share of the best score. */
  score: number;
  /** How well paragraph and title match each term of the question, from 0 to 1. */
  known: readonly number[];
  /** How well the whole document matches each term. */
  knownNearby: readonly number[];
}

export type KnowledgeIndex = ReturnType<typeof createKnowledgeIndex>;

/** Indexes the documents of `language`. The profile's document is not searched. */
export function createKnowledgeIndex(knowledge: readonly KnowledgeDocument[], language: Language, profile?: ProfileDocument) {
  const documents = knowledge.filter((document) => document.language === language);
  const vocabulary = createVocabulary(
    documents.flatMap(({ title, paragraphs }) => paragraphs.map((text) => `${title}\n${text}`)),
    language,
  );
  const passages = passagesOf(documents, language, vocabulary.stemsOf);
  const index = new MiniSearch<IndexedPassage>({
    fields: ['title', 'lead', 'text'],
    tokenize: vocabulary.stemsOf,
    processTerm: (term) => term,
    searchOptions: { tokenize: (query) => query.split(' ').filter(Boolean), boost: { title: 1.6, lead: 1.5 } },
  });
  index.addAll(passages);
  const stemsOf = new Map(documents.map((one) => [one, new Set(vocabulary.stemsOf([one.title, ...one.paragraphs].join('\n')))]));
  const leads = passages
    .map((passage) => ({ passage, first: wordsOf(passage.lead)[0], stems: vocabulary.stemsOf(passage.lead) }))
    .filter(({ stems }) => stems.length > 1);
  const ownQuestions = new Map(passages.filter(({ lead }) => lead).map((passage) => [wordsOf(passage.lead).join(' '), passage]));

  const hitOf = (passage: IndexedPassage, terms: readonly QuestionTerm[], found?: SearchResult, best = 1): Hit => {
    const worthsOf = (isKnown: (form: string) => boolean) =>
      terms.map(({ forms }) => Math.max(0, ...[...forms].filter(([form]) => isKnown(form)).map(([, worth]) => worth)));
    return {
      passage,
      score: (found?.score ?? 0) / best,
      known: worthsOf((form) => Object.hasOwn(found?.match ?? {}, form)),
      knownNearby: worthsOf((form) => stemsOf.get(passage.document)?.has(form) ?? false),
    };
  };

  return {
    documents: new Map([...documents, ...(profile ? [profile] : [])].map((document) => [document.id, document])),
    profile,
    passages,
    vocabulary,
    /** The paragraph that begins with this question, or with a question that differs only by words of the paragraph's document. */
    findOwnQuestion(text: string): IndexedPassage | undefined {
      const words = wordsOf(text);
      const stems = new Set(vocabulary.stemsOf(text));
      const near = leads.filter(
        (own) =>
          own.first === words[0] &&
          own.stems.every((stem) => stems.has(stem)) &&
          [...stems].every((stem) => stemsOf.get(own.passage.document)?.has(stem)),
      );
      return ownQuestions.get(words.join(' ')) ?? near.sort((one, other) => other.stems.length - one.stems.length)[0]?.passage;
    },
    /** Best first. Includes the paragraphs of the document `besides`. */
    search(terms: readonly QuestionTerm[], besides?: string): Hit[] {
      const worths = formWorths(terms);
      const found = index.search([...worths.keys()].join(' '), { boostTerm: (form) => worths.get(form) ?? 1 });
      const hits = found.flatMap((result) => {
        const passage = passages[Number(result.id)];
        return passage ? [hitOf(passage, terms, result, found[0]?.score)] : [];
      });
      const ids = new Set(hits.map(({ passage }) => passage.id));
      const others = passages.filter(({ id, document }) => document.id === besides && !ids.has(id));
      return [...hits, ...others.map((passage) => hitOf(passage, terms))];
    },
  };
}

function formWorths(terms: readonly QuestionTerm[]): Map<string, number> {
  const worths = new Map<string, number>();
  for (const { forms, isWeak } of terms)
    for (const [form, worth] of forms) worths.set(form, Math.max(worths.get(form) ?? 0, worth ** 2 * (isWeak ? 0.5 : 1)));
  return worths;
}
