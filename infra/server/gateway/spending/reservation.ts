import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { toHttpError } from '../../http/http-error.ts';
import type { Withdrawal } from './bucket.ts';
import type { Amount, Costs } from './prices.ts';

/** Money set aside for one call, which counts as under way until it is charged. */
export type Reservation = ReturnType<typeof createReservation>;

interface ReservationOptions {
  clock: Clock;
  /** What was set aside already. */
  first: Amount;
  costOf(amount: Amount): number;
  priceOf(costs: Costs): number;
  /** False when there is not so much. */
  withdraw(microCents: number): Promise<boolean>;
  refund(withdrawal: Withdrawal): Promise<unknown>;
  drain(microCents: number): Promise<unknown>;
  onSpent(microCents: number): void;
  /** Of what was spent by estimate. */
  onRefunded(microCents: number): void;
  onEnd(): Promise<unknown>;
}

export function createReservation({ clock, first, costOf, priceOf, ...changes }: ReservationOptions) {
  const withdrawals: Withdrawal[] = [{ amount: costOf(first), at: clock.now() }];
  const sum = () => withdrawals.reduce((total, { amount }) => total + amount, 0);
  let isCharged = false;
  let isSettled = false;

  /** What was set aside last is what was not used. */
  const refundAll = async (microCents: number) => {
    let rest = microCents;
    const refunds = withdrawals.toReversed().map((withdrawal) => {
      const back = Math.min(rest, withdrawal.amount);
      rest -= back;
      withdrawal.amount -= back;
      return { amount: back, at: withdrawal.at };
    });
    for (const withdrawal of refunds) if (withdrawal.amount > 0) await changes.refund(withdrawal);
  };
  const end = (microCents: number) => {
    isCharged = true;
    return Promise.all([refundAll(Math.max(0, sum() - microCents)), changes.onEnd()]);
  };

  const correct = (missing: number) => (missing < 0 ? refundAll(-missing) : changes.drain(missing));

  return {
    /** Sets more aside for the same call; false when there is not so much. */
    async extend(more: Amount): Promise<boolean> {
      const at = clock.now();
      const amount = costOf(more);
      if (isCharged || !(await changes.withdraw(amount))) return false;
      withdrawals.push({ amount, at });
      return true;
    },
    /**
     * The call is over: what it did not use goes back. Absent: it used everything. Only the first time counts. Counted at
     * once; the promise ends when the budgets have it.
     */
    async charge(used?: Amount): Promise<void> {
      if (isCharged) return;
      const ended = end(used === undefined ? sum() : costOf(used));
      changes.onSpent(sum());
      await ended;
    },
    /** The service says what the call cost, whether or not it was charged by estimate before. Only the first time counts. */
    async settle(costs: Costs): Promise<void> {
      if (isSettled) return;
      isSettled = true;
      const cost = priceOf(costs);
      const estimated = isCharged ? sum() : 0;
      const ended = isCharged ? undefined : end(cost);
      const missing = cost - sum();
      if (cost < estimated) changes.onRefunded(estimated - cost);
      else changes.onSpent(cost - estimated);
      await ended;
      await correct(missing);
    },
  };
}

/** Makes a call on what was set aside for it, and charges when it ends in whatever way. @throws what the call threw */
export async function chargeFor<T>(reservation: Reservation, call: () => Promise<T>): Promise<T> {
  try {
    const result = await call();
    void reservation.charge();
    return result;
  } catch (error) {
    chargeFailed(reservation, error);
    throw error;
  }
}

/** A call that failed costs nothing, or everything that was set aside. */
export function chargeFailed(reservation: Reservation, error: unknown): void {
  void reservation.charge(isFree(error) ? 0 : undefined);
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
