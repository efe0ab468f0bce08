import type { FastifyInstance } from 'fastify';
import { registerCallRoutes } from './call-routes.ts';
import { type CallsOptions, createCalls } from './calls.ts';
import { openRoomDoor } from './room-door.ts';

export interface VoiceOptions extends Omit<CallsOptions, 'log'> {
  vapiKey: string;
}

/** Vapi's calls and their rooms on this server. Closing it ends every call and the speech. */
export function registerVoice(app: FastifyInstance, { vapiKey, ...options }: VoiceOptions): void {
  const calls = createCalls({ ...options, log: app.log });
  const door = openRoomDoor(app.server, (id) => {
    const call = calls.find(id);
    return call?.status === 'ended' ? undefined : call?.room;
  });
  if (!options.transcribe) app.log.info('no transcription service: the guide answers only what is typed');
  registerCallRoutes(app, { calls, vapiKey });
  // Before the server waits for its connections, of which the rooms' would never end.
  app.addHook('preClose', async () => {
    calls.endAll('worker-shutdown');
    door.close();
    await options.speech.close();
  });
}
