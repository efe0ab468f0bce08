import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { isFree } from '../spending/charge-for.ts';
import { voiceSecondPrice } from '../spending/prices.ts';
import type { Reservation } from '../spending/spending.ts';

/** What a call costs as long as it lasts, paid in advance. */
export interface CallMeter {
  /** To be asked again and again while the call lasts; false when what it costs next could not be set aside. */
  keepsUp(): boolean;
  /** The call is over: pays for the time it took, and nothing where `error` says that there was none. */
  end(error?: unknown): void;
}

export interface CallMeterOptions {
  clock: Clock;
  /** The call ends by itself after this, however long it is kept. */
  longestSeconds: number;
  /** @throws HttpError when it may not begin */
  reserve(microCents: number): Reservation;
}

/** Only where a museum lets calls last longer is the rest paid by and by. */
const firstSeconds = 60 * 60;
const nextSeconds = 15 * 60;
/** A call nobody joined ends by its silence. */
const leastSeconds = 120;
/** Asked every few seconds, a stretch is paid well before it begins. */
const aheadSeconds = 60;

export function createCallMeter({ clock, longestSeconds, reserve }: CallMeterOptions): CallMeter {
  const begunAt = clock.now();
  let paidSeconds = Math.min(longestSeconds, firstSeconds);
  const reservation = reserve(paidSeconds * voiceSecondPrice);
  const lasted = () => (clock.now() - begunAt) / 1000;
  return {
    keepsUp() {
      while (paidSeconds < Math.min(longestSeconds, lasted() + aheadSeconds)) {
        const seconds = Math.min(nextSeconds, longestSeconds - paidSeconds);
        if (!reservation.extend(seconds * voiceSecondPrice)) return false;
        paidSeconds += seconds;
      }
      return true;
    },
    end(error) {
      const isUnused = error !== undefined && isFree(error);
      reservation.charge(isUnused ? 0 : Math.ceil(Math.max(leastSeconds, lasted())) * voiceSecondPrice);
    },
  };
}
