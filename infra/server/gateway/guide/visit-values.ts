import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import { exhibitionName } from '@enfilade/shared-contracts/museum/profile-texts';
import { type TourMark, tourInSummary } from '@enfilade/shared-contracts/museum/tour-mark';
import { planTour, type TourPlan } from '@enfilade/shared-contracts/museum/tour-plan';
import { type TourDocument, tourTextsOf } from '@enfilade/shared-contracts/museum/tour-texts';
import { describeTour } from '@enfilade/shared-contracts/museum/tour-words';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import type { CheckedVisit } from '../visits/visit-cookie.ts';
import words from './prompt-words.json';

export const promptWords: Record<Language, Omit<typeof words.en, 'answers'> & { answers: Record<string, string> }> = words;

/** If the assistant's first message is empty, a sentence that fits every museum. */
export function firstMessageOf(
  visit: Pick<CheckedVisit, 'language' | 'answers'> & Partial<Pick<CheckedVisit, 'isEasy' | 'profile'>>,
  { firstMessage }: Assistant,
): string {
  const easy = visit.isEasy ? visit.profile?.easyLanguage?.[visit.language]?.greeting : undefined;
  if (easy) return easy;
  return textFor(visit, firstMessage).trim() || promptWords[visit.language].welcome;
}

/** In a guided tour, names the visitor's place and repeats the tour's open question: the page shows Yes and No below it. */
export function welcomeBackOf(
  { language, visitMode, profile, exhibition }: Pick<CheckedVisit, 'language' | 'visitMode' | 'profile' | 'exhibition'>,
  summary: string,
): string {
  const { welcomeBack, ask, tour } = promptWords[language];
  const hasRooms = profile.rooms.length > 0;
  const rooms = hasRooms ? profile.rooms.map(({ name }) => localize(name, language)) : [exhibitionName(profile, exhibition, language)];
  const mark = visitMode === 'guided' ? tourInSummary(summary) : undefined;
  const [room, next] = rooms.slice(mark?.room ?? rooms.length);
  // The museum may have removed the room since.
  if (!mark || room === undefined || (mark.asks === 'next-room' && next === undefined)) return `${welcomeBack} ${ask}`;
  const place = mark.phase === 'under-way' ? [tour[hasRooms ? 'where' : 'where-one']] : [];
  const values: Record<string, unknown> = { room, next, number: mark.room + 1, count: rooms.length };
  const lines = [welcomeBack, ...place, mark.asks ? tour[mark.asks] : ask];
  return lines.join(' ').replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

function textFor({ language, answers }: Pick<CheckedVisit, 'language' | 'answers'>, text: string): string {
  return fillPrompt(pickPromptText(text, language), answers, language);
}

function tourAnswersOf({ profile, answers }: Pick<CheckedVisit, 'profile' | 'answers'>) {
  const valuesOf = (ids: readonly string[] | undefined) => ids?.map((id) => id.slice(id.indexOf('.') + 1)).join(',') ?? '';
  const nameOf = new Map(profile.artists.map(({ slug, name }) => [`artist.${slug}`, name]));
  return {
    time: valuesOf(answers.time),
    goals: valuesOf(answers.goals),
    visitorType: valuesOf(answers.expertise),
    style: valuesOf(answers.personality),
    artists: answers.artistSelection?.map((id) => nameOf.get(id) ?? id).join(', ') ?? '',
  };
}

/** @param documents documents in the visit's language */
export function planVisitTour(visit: CheckedVisit, documents: readonly TourDocument[], mark?: TourMark): TourPlan {
  const answers = tourAnswersOf(visit);
  const texts = tourTextsOf({ ...visit, documents, answers });
  return planTour({ texts, answers, ...(mark && { position: mark, spentMs: 1000 * mark.spentSeconds, heard: mark.heard }) });
}

/** Tour facts for a hosted model. Undefined outside a guided visit, and if the museum has no texts for a tour. */
export function tourFactsOf(visit: CheckedVisit, documents: readonly TourDocument[], summary: string | undefined): string | undefined {
  if (visit.visitMode !== 'guided' || documents.length === 0) return undefined;
  const mark = tourInSummary(summary);
  return describeTour(planVisitTour(visit, documents, mark), mark?.phase === 'before' ? undefined : mark, visit.language);
}

export function visitValues(visit: CheckedVisit, assistant: Assistant) {
  const { museum, exhibition, language, visitMode, isEasy } = visit;
  const prompt = textFor(visit, assistant.prompt);
  return {
    museumId: museum._id,
    exhibitionId: exhibition._id,
    language,
    visitMode,
    ...tourAnswersOf(visit),
    ...(isEasy && { isEasy }),
    custom_instruction: isEasy ? `${promptWords[language].easy}\n\n${prompt}` : prompt,
  };
}

/** @throws HttpError `exhibition-not-found` if the exhibition has no assistant */
export function requireAssistant({ exhibition: { assistant } }: CheckedVisit, log: FastifyBaseLogger): Assistant {
  if (assistant) return assistant;
  log.warn('No exhibition or assistant found');
  throw new HttpError('exhibition-not-found', { reason: 'the exhibition has no assistant' });
}

const textsSchema = z.partialRecord(z.enum(['en', 'de', 'fr']), z.string());

/** A text of the middleware: plain, or JSON keyed by language, with English for missing languages. */
export function pickPromptText(text: string, language: Language): string {
  const texts = parseTexts(text);
  return texts ? (texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '') : text;
}

function parseTexts(text: string): z.infer<typeof textsSchema> | undefined {
  return text.trimStart().startsWith('{') ? textsSchema.safeParse(parseJson(text)).data : undefined;
}

/** Fills `{{time}}`, `{{goals}}` and `{{visitorType}}` from the answers; other placeholders are the platform's own. */
export function fillPrompt(prompt: string, answers: TailoringAnswers, language: Language): string {
  const words = promptWords[language];
  const say = (ids: readonly string[] = []) => ids.map((id) => words.answers[id] ?? id).join(', ') || words.unanswered;
  const minutes = answers.time?.[0]?.replace('time.', '');
  const values: Record<string, string> = {
    time: minutes ? `${minutes} ${words.minutes}` : words.unanswered,
    goals: say(answers.goals),
    visitorType: say(answers.expertise),
  };
  return prompt.replace(/\{\{\s*(time|goals|visitorType)\s*\}\}/g, (_, name: string) => values[name] ?? '');
}

const chatModel = { provider: 'openai', model: 'gpt-4o-mini', temperature: 1, maxTokens: 300 } as const;

interface GuideRequestInput {
  visit: CheckedVisit;
  assistant: Assistant;
  text: string;
  pastTranscriptSummary: string | undefined;
  previousChatId: string | undefined;
  stream: boolean;
}

/** If the visitor did not consent, the platform must neither analyse nor log the chat. */
const unkept = {
  artifactPlan: { loggingEnabled: false },
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
} as const;

export function createGuideRequest({ visit, assistant, text, pastTranscriptSummary, previousChatId, stream }: GuideRequestInput) {
  const variableValues = { ...visitValues(visit, assistant), ...(pastTranscriptSummary !== undefined && { pastTranscriptSummary }) };
  return {
    assistantId: assistant.vapiId,
    input: text,
    stream,
    ...(previousChatId !== undefined && { previousChatId }),
    assistantOverrides: {
      model: chatModel,
      firstMessage: firstMessageOf(visit, assistant),
      variableValues,
      ...(visit.consent !== 'agreed' && unkept),
    },
  };
}
