import { tourInSummary } from '@enfilade/shared-contracts/museum/tour-mark';
import type { MuseumContent } from '../content/content.ts';
import { type GuideQuestion, type GuideState, newGuideState, newTour } from '../guide/guide-state.ts';
import { ServiceError } from '../services/http.ts';
import type { VariableValues } from './chat-request.ts';

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
