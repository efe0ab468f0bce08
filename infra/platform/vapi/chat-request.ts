import { languageSchema } from '@enfilade/shared-contracts/i18n/language';
import { tourInSummary } from '@enfilade/shared-contracts/museum/tour-mark';
import { visitConfigSchema } from '@enfilade/shared-contracts/visit/visit-config';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { type GuideQuestion, type GuideState, newGuideState, newTour } from '../guide/guide-state.ts';
import { ServiceError } from '../services/http.ts';

export const assistantIdSchema = z.string({ error: 'Assistant or Squad or Workflow must be provided.' }).min(1).max(64);

/** Chosen answers, separated by commas. */
const chosenSchema = z.string().max(2000).optional();

export const variableValuesSchema = z.looseObject({
  museumId: z.string().max(64).optional(),
  exhibitionId: z.string().max(64).optional(),
  language: z.optional(languageSchema),
  visitMode: z.optional(visitConfigSchema.shape.visitMode),
  isEasy: z.boolean().optional(),
  time: chosenSchema,
  goals: chosenSchema,
  visitorType: chosenSchema,
  style: chosenSchema,
  artists: chosenSchema,
  pastTranscriptSummary: z.string().max(8000).optional(),
  custom_instruction: z.string().max(64_000).optional(),
});
export type VariableValues = z.infer<typeof variableValuesSchema>;

export const chatRequestSchema = z
  .looseObject({
    assistantId: assistantIdSchema,
    input: z.string().trim().min(1).max(32_000),
    previousChatId: z.string().min(1).max(64).optional(),
    assistantOverrides: z.looseObject({ variableValues: variableValuesSchema.optional() }).optional(),
    stream: z.boolean().default(false),
  })
  .refine(({ previousChatId, sessionId }) => previousChatId === undefined || sessionId === undefined, {
    error: 'sessionId and previousChatId are mutually exclusive.',
  });
export type ChatRequest = z.infer<typeof chatRequestSchema>;

export const orgId = '00000000-0000-4000-8000-000000000001';

/** An invalid mark counts as absent. The tour checks whether its room still exists. @param now ms since the epoch */
export function stateFromSummary(summary: string | undefined, now: number): GuideState {
  const mark = tourInSummary(summary);
  if (!mark) return newGuideState;
  const { heard, spentSeconds, ...position } = mark;
  const begunAt = position.phase === 'before' ? {} : { begunAt: now - 1000 * spentSeconds };
  return { covered: heard, tour: { ...newTour, ...position, ...begunAt } };
}

export type MuseumContext = { museum: MuseumContent; exhibitionId: string | undefined };

/** @throws ServiceError 404 for an unknown assistant, 400 for an unknown museum or exhibition */
export function museumContextOf(museums: readonly MuseumContent[], assistantId: string, variables: VariableValues): MuseumContext {
  const own = museums
    .flatMap((museum) => museum.exhibitions.map(({ _id, assistant }) => ({ museum, exhibitionId: _id, vapiId: assistant?.vapiId })))
    .find(({ vapiId }) => vapiId === assistantId);
  if (!own) throw new ServiceError(404, `Couldn't find assistant ${assistantId}`);
  const museum = variables.museumId === undefined ? own.museum : museums.find(({ museum }) => museum._id === variables.museumId);
  if (!museum) throw new ServiceError(400, 'assistantOverrides.variableValues.museumId: no such museum');
  const exhibitionId = variables.exhibitionId ?? (museum === own.museum ? own.exhibitionId : undefined);
  if (exhibitionId !== undefined && !museum.exhibitions.some(({ _id }) => _id === exhibitionId))
    throw new ServiceError(400, 'assistantOverrides.variableValues.exhibitionId: no exhibition of this museum');
  return { museum, exhibitionId };
}

/** @param now ms since the epoch */
export function questionOf(text: string, variables: VariableValues, { exhibitionId }: MuseumContext, now: number): GuideQuestion {
  const { language = 'en', visitMode = 'guided', isEasy, time, visitorType, style, goals, artists } = variables;
  const { custom_instruction: instruction, pastTranscriptSummary: earlier } = variables;
  return { text, language, visitMode, isEasy, exhibitionId, time, visitorType, style, goals, artists, instruction, earlier, now };
}
