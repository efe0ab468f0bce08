import type { EventBus } from '../events/event-bus.ts';
import type { ConversationPlace, TransportKind } from './conversation.ts';
import { ConversationNotAvailableError, ConversationPlaceError } from './conversation-error.ts';
import type { SaidBefore } from './conversation-memory.ts';
import type { Transport } from './transport.ts';

type MakeTransport = (place: ConversationPlace) => Transport;
type PlaceParts = { [Part in keyof ConversationPlace]?: ConversationPlace[Part] | undefined } & Pick<ConversationPlace, 'language'>;

export interface ConversationOptions {
  /** A page without voice has only text. */
  transports: { text: MakeTransport; voice?: MakeTransport };
  /** Read whenever a transport is made. */
  place(): PlaceParts | undefined;
  bus: EventBus;
  /** A fresh UUID for a message. */
  newId(): string;
  /** What was said in this place before the page was loaded again. */
  saidBefore?: SaidBefore;
}

/** A transport in use. Whatever an older one still tells moves nothing. */
export interface Link {
  readonly kind: TransportKind;
  readonly transport: Transport;
  /** It connected, and the page was told so: its end has to be told as well. */
  isStarted: boolean;
  /** The guide may speak unasked only until the first turn on this transport. */
  isOpeningOver: boolean;
}

/** Makes a transport for the place the visitor is in. Throws ConversationPlaceError or ConversationNotAvailableError. */
export function makeLink({ place, transports }: ConversationOptions, kind: TransportKind): Link {
  const { exhibitionId, museumId, language } = place() ?? {};
  if (exhibitionId === undefined) throw new ConversationPlaceError('collection-undefined');
  if (museumId === undefined || language === undefined) throw new ConversationPlaceError('museum-undefined');
  const make = transports[kind];
  if (!make) throw new ConversationNotAvailableError(kind);
  return { kind, transport: make({ museumId, exhibitionId, language }), isStarted: false, isOpeningOver: false };
}
