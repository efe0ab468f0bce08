import type { FastifyReply } from 'fastify';

/**
 * A signal that ends when the visitor goes before there is an answer. The request's own signal is of no use
 * here: it ends as soon as a body has been read.
 */
export function watchLeaving({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  else raw.once('close', () => controller.abort());
  return controller.signal;
}
