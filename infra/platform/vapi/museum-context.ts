import type { MuseumContent } from '../content/content.ts';
import { type GuideQuestion, type GuideState, newGuideState, newTour } from '../guide/guide-state.ts';
import { ServiceError } from '../services/http.ts';
import type { VariableValues } from './chat-request.ts';

/** `[room 2/3 Painting Salon]` at the head of a summary: where the tour stood, counted from 1. */
const roomLine = /^\[room (\d{1,2})\/(\d{1,2}) [^\n\]]*\]/;

/**
 * The state of a conversation that continues another one: the tour stands in the room the summary names.
 * What was said there is not known, so the room's stops begin anew. A room this museum does not have counts as none.
 */
export function stateFromSummary(summary: string | undefined, { profile }: Pick<MuseumContent, 'profile'>): GuideState {
  const [, number, count] = roomLine.exec(summary ?? '') ?? [];
  const room = Number(number) - 1;
  if (Number(count) !== profile.rooms.length || !(room >= 0 && room < profile.rooms.length)) return newGuideState;
  return { ...newGuideState, tour: { ...newTour, phase: 'in-room', room } };
}

export interface MuseumContext {
  museum: MuseumContent;
  exhibitionId: string | undefined;
}

/**
 * Museum and exhibition of a conversation: as the variables say, else the assistant's own.
 * @throws ServiceError 404 for an unknown assistant, 400 for an unknown museum or exhibition
 */
export function museumContextOf(
  museums: readonly MuseumContent[],
  assistantId: string | undefined,
  variables: VariableValues,
): MuseumContext {
  const own = assistantId === undefined ? undefined : assistantContext(museums, assistantId);
  if (assistantId !== undefined && !own) throw new ServiceError(404, `Couldn't find assistant ${assistantId}`);
  const museum = variables.museumId === undefined ? own?.museum : museums.find(({ museum }) => museum._id === variables.museumId);
  if (!museum) throw new ServiceError(400, 'assistantOverrides.variableValues.museumId: no such museum');
  const exhibitionId = variables.exhibitionId ?? (museum === own?.museum ? own.exhibitionId : undefined);
  if (exhibitionId !== undefined && !museum.exhibitions.some(({ _id }) => _id === exhibitionId))
    throw new ServiceError(400, 'assistantOverrides.variableValues.exhibitionId: no exhibition of this museum');
  return { museum, exhibitionId };
}

function assistantContext(museums: readonly MuseumContent[], assistantId: string): MuseumContext | undefined {
  return museums
    .flatMap((museum) => museum.exhibitions.map(({ _id, assistant }) => ({ museum, exhibitionId: _id, vapiId: assistant?.vapiId })))
    .find(({ vapiId }) => vapiId === assistantId);
}

/** The visitor's words with what the variables say of the visit. */
export function questionOf(text: string, variables: VariableValues, { exhibitionId }: MuseumContext): GuideQuestion {
  const { language = 'en', visitMode = 'guided', isEasy, time, visitorType, style, goals, artists } = variables;
  const { custom_instruction: instruction, pastTranscriptSummary: earlier } = variables;
  return { text, language, visitMode, isEasy, exhibitionId, time, visitorType, style, goals, artists, instruction, earlier };
}
