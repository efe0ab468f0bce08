import { toHttpError } from '../../http/http-error.ts';
import type { Reservation } from './spending.ts';

/** Makes a call on what was set aside for it, and charges when it ends in whatever way. @throws what the call threw */
export async function chargeFor<T>(reservation: Reservation, call: () => Promise<T>): Promise<T> {
  try {
    const result = await call();
    reservation.charge();
    return result;
  } catch (error) {
    chargeFailed(reservation, error);
    throw error;
  }
}

/** A call that failed costs nothing, or everything that was set aside. */
export function chargeFailed(reservation: Reservation, error: unknown): void {
  if (isFree(error)) reservation.charge(0);
  else reservation.charge();
}

/** How a connection fails that was never there. */
const neverReached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Whether a call that failed cost nothing for sure: the service turned it away, was not asked at all, or could not
 * be reached. Every other failure may stand on the bill: a service that fails late has worked.
 */
export function isFree(error: unknown): boolean {
  const { code, retryAfterSeconds, cause } = toHttpError(error);
  // A failure says when to come again only where a circuit is open: the service was not asked.
  if (code === 'busy' || (code === 'upstream-failed' && retryAfterSeconds !== undefined)) return true;
  return typeof cause === 'object' && cause !== null && 'code' in cause && neverReached.has(String(cause.code));
}
