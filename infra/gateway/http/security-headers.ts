import type { FastifyInstance } from 'fastify';

/** What every answer carries. The page and the pictures replace the content policy by their own. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

export function registerSecurityHeaders(app: FastifyInstance, publicOrigin: string | undefined): void {
  const transport = publicOrigin?.startsWith('https://') ? { 'strict-transport-security': 'max-age=31536000' } : {};
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, ...transport, 'x-request-id': request.id });
  });
}
