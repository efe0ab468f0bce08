import { type EventBus, type EventName, type EventPayload, eventSchemas } from './event-bus.ts';

/** The payload of an emitted event does not match its schema. Thrown at the emitter, in development only. */
export class EventPayloadError extends Error {
  override readonly name = 'EventPayloadError';
  readonly code = 'event-payload';
  constructor(event: string, cause?: unknown) {
    super(`The payload of ${event} is not what was agreed`, { cause });
  }
}

export interface EventBusOptions {
  /** Gets what a listener threw, with the name of the event. */
  reportError(error: unknown, event: EventName): void;
  /** Checks every payload against its schema; for development, where the mistake can still be corrected. */
  checksPayloads: boolean;
}

type AnyListener = (payload: never) => void;

/** The page's one bus. A listener removed while an event is emitted is not called any more; one added then gets the next event. */
export function createEventBus({ reportError, checksPayloads }: EventBusOptions): EventBus {
  const listenersOf = new Map<EventName, Set<{ listener: AnyListener }>>();

  const emit: EventBus['emit'] = (name, payload) => {
    if (checksPayloads) checkPayload(name, payload);
    const entries = listenersOf.get(name) ?? new Set();
    for (const entry of [...entries]) {
      if (!entries.has(entry)) continue;
      try {
        entry.listener(payload as never);
      } catch (error) {
        reportError(error, name);
      }
    }
  };

  return {
    emit,
    tell: emit,

    on(name, listener, signal) {
      if (signal?.aborted) return () => {};
      const entries = listenersOf.get(name) ?? new Set();
      listenersOf.set(name, entries);
      // An entry of its own, so that one function may listen twice and stop once.
      const entry = { listener };
      entries.add(entry);
      const stop = () => {
        entries.delete(entry);
        signal?.removeEventListener('abort', stop);
      };
      signal?.addEventListener('abort', stop);
      return stop;
    },
  };
}

function checkPayload<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
  if (!Object.hasOwn(eventSchemas, name)) throw new EventPayloadError(name);
  const checked = eventSchemas[name].safeParse(payload);
  if (!checked.success) throw new EventPayloadError(name, checked.error);
}
