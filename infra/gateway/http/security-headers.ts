import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What every answer carries. The page and the pictures replace the content policy by their own. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
const onlyTls = { 'strict-transport-security': 'max-age=31536000' } as const;

export function registerSecurityHeaders(app: FastifyInstance, publicOrigin: string | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(request, reply, publicOrigin);
  });
}

/** Also for answers that are given before any hook runs. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, publicOrigin: string | undefined): void {
  reply.headers({ ...headers, ...(publicOrigin?.startsWith('https://') && onlyTls), 'x-request-id': request.id });
}
