import { isUnpaid } from './is-unpaid.ts';
import type { Reservation } from './spending.ts';

/** Makes a call on what was set aside for it, and settles when it ends in whatever way. @throws what the call threw */
export async function payFor<T>(reservation: Reservation, call: () => Promise<T>): Promise<T> {
  try {
    const result = await call();
    reservation.settle();
    return result;
  } catch (error) {
    settleFailed(reservation, error);
    throw error;
  }
}

/** A call that failed costs nothing, or everything that was set aside. */
export function settleFailed(reservation: Reservation, error: unknown): void {
  if (isUnpaid(error)) reservation.settle(0);
  else reservation.settle();
}
