import type { VoiceFacts } from '@enfilade/shared-contracts/api/voice-schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import { acceptsBrotli, immutable } from '../files/send-file.ts';
import type { CallMachineSource, ServedScript } from './call-machine.ts';

export interface ScriptRoutesOptions {
  callMachine: CallMachineSource;
  /** Of the local platform. */
  worklet: ServedScript | undefined;
}

const nameOf = ({ hash }: ServedScript) => `call-machine.${hash}.js`;

/** The call machine as the facts tell it: its address names its content. */
export function callMachineFact(script: ServedScript): NonNullable<VoiceFacts['callMachine']> {
  return { url: `/voice/${nameOf(script)}`, integrity: script.integrity };
}

/** The scripts a call needs in the browser, from this site's own origin. */
export function registerScriptRoutes(app: FastifyInstance, { callMachine, worklet }: ScriptRoutesOptions): void {
  app.get<{ Params: { file: string } }>('/voice/:file', async (request, reply) => {
    const script = await callMachine.load();
    if (!script || request.params.file !== nameOf(script)) throw new HttpError('not-found');
    return sendScript(request, reply.header('cache-control', immutable), script);
  });

  // The call machine asks for it by this name, whatever its version.
  app.get('/voice/worklet.js', async (request, reply) => {
    if (!worklet) throw new HttpError('not-found');
    const tag = `"${worklet.hash}"`;
    reply.header('cache-control', 'no-cache').header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return sendScript(request, reply, worklet);
  });
}

function sendScript(request: FastifyRequest, reply: FastifyReply, { plain, brotli }: ServedScript): FastifyReply {
  const isSmall = acceptsBrotli(request);
  if (isSmall) reply.header('content-encoding', 'br');
  return reply
    .header('vary', 'Accept-Encoding')
    .type('text/javascript; charset=utf-8')
    .send(isSmall ? brotli : plain);
}
