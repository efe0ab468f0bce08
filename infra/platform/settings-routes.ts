import type { FastifyInstance } from 'fastify';
import { answerErrors, plainErrorBody, ServiceError } from './services/http.ts';
import assistantSettings from './settings/assistant-settings.json';
import atelierSettings from './settings/atelier-settings.json';

// Imported, not read: the built server is one file.
const files = new Map<string, unknown>([
  ['assistant-settings.json', assistantSettings],
  ['atelier-settings.json', atelierSettings],
]);

/** The bucket with the assistants' settings files. */
export function registerSettingsRoutes(app: FastifyInstance): void {
  answerErrors(app, plainErrorBody);
  app.get<{ Params: { file: string } }>('/settings/:file', async ({ params }) => {
    const settings = files.get(params.file);
    if (settings === undefined) throw new ServiceError(404, 'The specified key does not exist.');
    return settings;
  });
}
