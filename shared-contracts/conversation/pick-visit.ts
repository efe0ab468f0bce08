import { ApiError } from '../api/api-error.ts';
import type { VisitorSession } from '../visit/session.ts';
import type { Visit } from '../visit/visit.ts';

/** @throws ApiError `refused` if the session has no museum or exhibition */
export function pickVisit({ store }: Pick<VisitorSession, 'store'>): Visit {
  const { museumId, exhibitionId, language, answers, visitConfig, settings } = store.getState();
  if (museumId === undefined || exhibitionId === undefined) throw new ApiError('refused', 'The visit has no museum or exhibition');
  return { museumId, exhibitionId, language, answers, visitMode: visitConfig.visitMode, ...(settings.isEasy && { isEasy: true }) };
}
