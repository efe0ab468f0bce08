import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { GatewayFault } from '../../http/gateway-fault.ts';
import { askPlace, freePlace, noPlaces, type Place, type PlaceRules, type Places, renewPlace, sweepPlaces } from './places.ts';

/** Holds the places, and notices when one runs out. */
export interface PlaceKeeper {
  /** A ticket for a place. @throws GatewayFault `busy` with how many are ahead, or because of `close` */
  take(visitId: string): number;
  /** False when there is no place under this ticket any more. */
  renew(ticket: number): boolean;
  free(ticket: number): void;
  /** Ends every place, and gives no more: a request under way would leave its alarm behind. */
  close(): void;
}

export interface PlaceKeeperOptions {
  rules: PlaceRules;
  /** Of the answer to who waits. */
  retryAfterSeconds: number;
  clock: Clock;
  /** A place ran out, or its visit took another one. */
  onEnd(ticket: number): void;
}

export function createPlaceKeeper({ rules, retryAfterSeconds, clock, onEnd }: PlaceKeeperOptions): PlaceKeeper {
  let places: Places = noPlaces;
  let lastTicket = 0;
  let cancelSweep = () => {};
  let isClosed = false;

  const sweep = () => {
    const swept = sweepPlaces(places, clock.now());
    settle(swept.places, swept.ended);
  };
  /** Every change goes through here, so that the next place to run out always has its alarm. */
  const settle = (next: Places, ended: readonly Place[] = []) => {
    places = next;
    cancelSweep();
    const endings = places.taken.map(({ endsAt }) => endsAt - clock.now());
    cancelSweep = endings.length > 0 ? clock.after(Math.max(0, Math.min(...endings)), sweep) : () => {};
    for (const { ticket } of ended) onEnd(ticket);
  };

  return {
    take(visitId) {
      if (isClosed) throw new GatewayFault('busy', { retryAfterSeconds, reason: 'this site is closing' });
      lastTicket += 1;
      const ticket = lastTicket;
      const { places: next, ahead, ended } = askPlace(places, { visitId, ticket, now: clock.now() }, rules);
      settle(next, ended);
      if (ahead > 0) throw new GatewayFault('busy', { ahead, retryAfterSeconds, reason: 'every place for voice is taken' });
      return ticket;
    },
    renew(ticket) {
      const renewed = renewPlace(places, { ticket, now: clock.now() }, rules);
      if (renewed) settle(renewed);
      return renewed !== undefined;
    },
    free: (ticket) => settle(freePlace(places, ticket)),
    close() {
      isClosed = true;
      settle(noPlaces, places.taken);
    },
  };
}
