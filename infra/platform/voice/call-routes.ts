import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret, requireKey } from '../services/bearer.ts';
import { parseBody } from '../services/parse-body.ts';
import { answerErrors, plainErrorBody, ServiceError } from '../services/http.ts';
import { invalidKey } from '../vapi/organisation.ts';
import { appMessageSchema } from './app-message.ts';
import type { Call } from './call.ts';
import { callBody } from './call-body.ts';
import { callRequestSchema } from './call-request.ts';
import type { Calls } from './calls.ts';

interface OfCall {
  Params: { id: string };
  Querystring: { key?: string };
}

/** Vapi's calls: `POST /call/web`, `GET` and `DELETE /call/:id`, and a call's control address. */
export function registerCallRoutes(app: FastifyInstance, { calls, vapiKey }: { calls: Calls; vapiKey: string }): void {
  answerErrors(app, plainErrorBody);
  const withKey = { onRequest: requireKey(vapiKey, invalidKey) };
  const found = (id: string): Call => {
    const call = calls.find(id);
    if (!call) throw new ServiceError(404, `Couldn't find call ${id}`);
    return call;
  };

  app.post('/call/web', withKey, async (request, reply) => {
    const call = calls.open(parseBody(callRequestSchema, request.body));
    return reply.status(201).send(callBody(call, originOf(request)));
  });
  app.get<OfCall>('/call/:id', withKey, async (request) => callBody(found(request.params.id), originOf(request)));
  app.delete<OfCall>('/call/:id', withKey, async (request) => {
    const call = found(request.params.id);
    calls.forget(call);
    return callBody(call, originOf(request));
  });
  // The address is the secret: whoever was told it needs no key.
  app.post<OfCall>('/call/:id/control', async ({ params, query, body }) => {
    const call = found(params.id);
    if (!isSameSecret(query.key ?? '', call.controlKey)) throw new ServiceError(404, `Couldn't find call ${params.id}`);
    if (call.status === 'ended') throw new ServiceError(400, 'The call has ended');
    call.room.obey(parseBody(appMessageSchema, body));
    return { success: true };
  });
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
