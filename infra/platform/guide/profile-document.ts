import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { type PracticalTopic, practicalTopics } from '@enfilade/shared-contracts/museum/profile';
import type { KnowledgeDocument, MuseumContent } from '../content/content.ts';
import { languageTexts } from './language/language-data.ts';

/** What the museum's profile tells, read by the guide as a document. No file of `knowledge/` can have this id. */
export const profileDocumentId = 'profile.json';

const topicsOf = ({ practical = {} }: MuseumContent['profile']): PracticalTopic[] => practicalTopics.filter((topic) => practical[topic]);

/** What the guide may quote in a language: the museum's documents, and the practical information of its profile behind them. */
export function knowledgeOf({ profile, knowledge }: MuseumContent, language: Language): readonly KnowledgeDocument[] {
  const paragraphs = topicsOf(profile).map((topic) => localize(profile.practical?.[topic] ?? '', language));
  const title = languageTexts[language].phrases.practicalTitle;
  return paragraphs.length > 0 ? [...knowledge, { id: profileDocumentId, language, title, paragraphs }] : knowledge;
}

/** The paragraph of the profile's document about a topic; -1 where the profile does not tell of it. */
export const practicalParagraph = (profile: MuseumContent['profile'], topic: string): number =>
  topicsOf(profile).findIndex((one) => one === topic);
