import { z } from 'zod/mini';

export const gatewayErrorStatus = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'museum-not-found': 404,
  'exhibition-not-found': 404,
  'voice-not-found': 404,
  expired: 410,
  stale: 412,
  'too-large': 413,
  'unsupported-type': 415,
  refused: 422,
  'too-many': 429,
  'headers-too-large': 431,
  internal: 500,
  'upstream-failed': 502,
  busy: 503,
  'upstream-timeout': 504,
} as const;

export type GatewayErrorCode = keyof typeof gatewayErrorStatus;
const codes = Object.keys(gatewayErrorStatus) as [GatewayErrorCode, ...GatewayErrorCode[]];
export const gatewayErrorCodeSchema = z.enum(codes);

/** The body of every error response. The message never comes from an upstream. */
export const gatewayErrorSchema = z.object({
  code: gatewayErrorCodeSchema,
  message: z.string(),
  retryAfterSeconds: z.optional(z.int().check(z.positive())),
  /** Visitors ahead in the queue for a voice slot. */
  ahead: z.optional(z.int().check(z.positive())),
  requestId: z.string(),
});
export type GatewayErrorBody = z.infer<typeof gatewayErrorSchema>;
