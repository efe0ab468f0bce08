import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { practicalTopics } from '@enfilade/shared-contracts/museum/findings';
import type { KnowledgeDocument, MuseumContent } from '../../content/content.ts';
import { byLanguage, languageIntents, languageTexts } from '../language/language-data.ts';

/** What the museum's profile tells, read by the guide as a document. No file of `knowledge/` can have this id. */
export const profileDocumentId = 'profile.json';

/** The practical information of a profile: a paragraph a topic. It is found by what a question needs, never by words alone. */
export interface ProfileDocument extends KnowledgeDocument {
  topics: readonly string[];
}

/** Undefined where the profile tells nothing. */
export function profileDocumentOf(
  { practical = {}, easyLanguage = {} }: MuseumContent['profile'],
  language: Language,
): ProfileDocument | undefined {
  const told = practicalTopics.flatMap((topic) => (practical[topic] ? [{ topic, text: localize(practical[topic], language) }] : []));
  if (told.length === 0) return undefined;
  const { practical: easy = {} } = easyLanguage[language] ?? {};
  return {
    id: profileDocumentId,
    language,
    title: languageTexts[language].phrases.practicalTitle,
    topics: told.map(({ topic }) => topic),
    paragraphs: told.map(({ text }) => text),
    ...(easyLanguage[language] && {
      easy: { title: languageTexts[language].phrases.practicalTitle, paragraphs: told.map(({ topic, text }) => easy[topic] ?? text) },
    }),
  };
}

const needs = byLanguage((language) =>
  languageIntents[language].practical.map(({ id, question, answer }) => ({
    id,
    question: new RegExp(question),
    answer: answer ? new RegExp(answer, 'u') : undefined,
  })),
);

/** What every visitor of a house needs and this question asks for, and how a text says it. @param text folded, with single spaces */
export const needsOf = (text: string, language: Language) => needs[language].filter(({ question }) => question.test(text));

/** How many of such things a text tells: a leaflet for visitors most. */
export const needsTold = (text: string, language: Language): number => needs[language].filter(({ answer }) => answer?.test(text)).length;

const mostTold = 2;

/** The paragraphs of the profile that tell what the question asks for. @param text folded, with single spaces */
export function findInProfile(profile: ProfileDocument | undefined, text: string): { document: ProfileDocument; paragraph: number }[] {
  if (!profile) return [];
  const paragraphs = needsOf(text, profile.language).map(({ id }) => profile.topics.indexOf(id));
  return paragraphs
    .filter((paragraph) => paragraph >= 0)
    .slice(0, mostTold)
    .map((paragraph) => ({ document: profile, paragraph }));
}
