import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { profileDocumentId, toldTopics } from '@enfilade/shared-contracts/museum/findings';
import type { KnowledgeDocument, MuseumContent } from '../../content/content.ts';
import { byLanguage, languageData, readPatterns } from '../language/language-data.ts';

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
