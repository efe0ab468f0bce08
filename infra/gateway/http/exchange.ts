import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { GatewayFault } from './gateway-fault.ts';

/** What came in, under its schema. @throws GatewayFault `malformed` */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new GatewayFault('malformed', { cause: parsed.error });
  return parsed.data;
}

/** What goes out, under its schema: fields it does not name stay here. */
export function sendAnswer<T>(reply: FastifyReply, schema: z.ZodType<T>, value: T): FastifyReply {
  const checked = schema.safeParse(value);
  if (!checked.success) throw new GatewayFault('internal', { reason: 'an answer left its schema', cause: checked.error });
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(checked.data));
}
