import { type GatewayErrorBody, type GatewayErrorCode, gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RegistryError } from '../state/registry-error.ts';

/** What the web server itself refuses, by status. */
const serverRefusals: Record<number, { code: GatewayErrorCode; message: string }> = {
  400: { code: 'malformed', message: 'The request cannot be read: its body must be JSON of the documented shape.' },
  403: { code: 'forbidden', message: 'This request did not come from the site itself.' },
  404: { code: 'not-found', message: 'The registry has no such address.' },
  413: { code: 'too-large', message: 'The body is too large.' },
  503: { code: 'busy', message: 'The accounts of this site cannot be read; its log tells why.' },
  415: { code: 'unsupported-type', message: 'Send JSON, or a build as application/gzip.' },
};

/** Answers an error in the gateway's one shape. Nothing of an unexpected error gets out. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message } = describe(error);
  if (code === 'internal') request.log.error({ err: error }, 'the registry failed');
  const body: GatewayErrorBody = { code, message, requestId: request.id };
  return reply.status(gatewayErrorStatus[code]).send(body);
}

function describe(error: unknown): { code: GatewayErrorCode; message: string } {
  if (error instanceof RegistryError) return { code: error.code, message: error.message };
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return serverRefusals[status] ?? { code: 'internal', message: 'The registry failed; the log of the site tells more.' };
}
