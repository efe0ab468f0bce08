import { toFault } from '../../http/error-answers.ts';

/** How a connection fails that was never there. */
const neverReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Whether a call that failed cost nothing for sure: the service turned it away, was not asked at all, or could not
 * be reached. Every other failure may stand on the bill: a service that fails late has worked.
 */
export function isUnpaid(error: unknown): boolean {
  const { code, retryAfterSeconds, cause } = toFault(error);
  // A failure says when to come again only where a circuit is open: the service was not asked.
  if (code === 'busy' || (code === 'upstream-failed' && retryAfterSeconds !== undefined)) return true;
  return typeof cause === 'object' && cause !== null && 'code' in cause && neverReached.has(String(cause.code));
}
