import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { HttpError } from '../../http/http-error.ts';

/** A place for voice in use. Times are ms since the epoch. */
interface Place {
  visitId: string;
  /** Which taking of a place this is: a visit that begins another call takes its place anew. */
  ticket: number;
  endsAt: number;
}

/** Who talks, and who waits in the order of asking. Never changed in place. */
export interface Places {
  readonly taken: readonly Place[];
  readonly waiting: readonly { visitId: string; lapsesAt: number }[];
}

export interface SlotRules {
  slots: number;
  /** A place nobody renewed for so long is free. */
  lifeMs: number;
  /** Who waits and does not ask again within this time has gone. */
  patienceMs: number;
  /** Longer than this the line is not remembered. */
  lineLimit: number;
}

interface Asking {
  visitId: string;
  ticket: number;
  now: number;
}

export interface Asked {
  places: Places;
  /** 0: the place is taken under the ticket. Otherwise so many must leave first. */
  ahead: number;
  /** Places that came to an end by it: the visit's own older one. */
  ended: readonly Place[];
}

export const noPlaces: Places = { taken: [], waiting: [] };

/** Takes away what has run out by `now`. */
export function sweepPlaces({ taken, waiting }: Places, now: number): { places: Places; ended: readonly Place[] } {
  return {
    places: { taken: taken.filter(({ endsAt }) => endsAt > now), waiting: waiting.filter(({ lapsesAt }) => lapsesAt > now) },
    ended: taken.filter(({ endsAt }) => endsAt <= now),
  };
}

/** Asks for a place, or keeps the one in line. One place a visit: whoever has one gets it under the new ticket. */
export function askPlace(before: Places, asking: Asking, rules: SlotRules): Asked {
  const { places, ended } = sweepPlaces(before, asking.now);
  const own = places.taken.find(({ visitId }) => visitId === asking.visitId);
  const rest = places.taken.filter((place) => place !== own);
  if (own) return { places: { ...places, taken: [...rest, newPlace(asking, rules)] }, ahead: 0, ended: [...ended, own] };
  const free = rules.slots - places.taken.length;
  const line = joinLine(places.waiting, asking, rules);
  const found = line.findIndex(({ visitId }) => visitId === asking.visitId);
  const index = found === -1 ? line.length : found;
  if (index >= free) return { places: { ...places, waiting: line }, ahead: index + 1 - free, ended };
  const waiting = line.filter(({ visitId }) => visitId !== asking.visitId);
  return { places: { taken: [...places.taken, newPlace(asking, rules)], waiting }, ahead: 0, ended };
}

function newPlace({ visitId, ticket, now }: Asking, { lifeMs }: SlotRules): Place {
  return { visitId, ticket, endsAt: now + lifeMs };
}

function joinLine(waiting: Places['waiting'], { visitId, now }: Asking, { patienceMs, lineLimit }: SlotRules): Places['waiting'] {
  const mine = { visitId, lapsesAt: now + patienceMs };
  if (waiting.some((other) => other.visitId === visitId)) return waiting.map((other) => (other.visitId === visitId ? mine : other));
  return waiting.length < lineLimit ? [...waiting, mine] : waiting;
}

/** Undefined when there is no place under this ticket any more. */
export function renewPlace(
  { taken, waiting }: Places,
  { ticket, now }: Omit<Asking, 'visitId'>,
  { lifeMs }: SlotRules,
): Places | undefined {
  if (!taken.some((place) => place.ticket === ticket && place.endsAt > now)) return undefined;
  return { taken: taken.map((place) => (place.ticket === ticket ? { ...place, endsAt: now + lifeMs } : place)), waiting };
}

export function freePlace({ taken, waiting }: Places, ticket: number): Places {
  return { taken: taken.filter((place) => place.ticket !== ticket), waiting };
}

/** Holds the places, and notices when one runs out. */
export interface SlotPool {
  /** A ticket for a place. @throws HttpError `busy` with how many are ahead, or because of `close` */
  take(visitId: string): number;
  /** False when there is no place under this ticket any more. */
  renew(ticket: number): boolean;
  free(ticket: number): void;
  /** Ends every place, and gives no more: a request under way would leave its alarm behind. */
  close(): void;
}

export interface SlotPoolOptions {
  rules: SlotRules;
  /** Of the answer to who waits. */
  retryAfterSeconds: number;
  clock: Clock;
  /** A place ran out, or its visit took another one. */
  onEnd(ticket: number): void;
}

export function createSlotPool({ rules, retryAfterSeconds, clock, onEnd }: SlotPoolOptions): SlotPool {
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
      if (isClosed) throw new HttpError('busy', { retryAfterSeconds, reason: 'this site is closing' });
      lastTicket += 1;
      const ticket = lastTicket;
      const { places: next, ahead, ended } = askPlace(places, { visitId, ticket, now: clock.now() }, rules);
      settle(next, ended);
      if (ahead > 0) throw new HttpError('busy', { ahead, retryAfterSeconds, reason: 'every place for voice is taken' });
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
