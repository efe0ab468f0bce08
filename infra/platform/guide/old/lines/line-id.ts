/** What the guide says on a tour besides the museum's texts: on the way through the rooms, and around a stop. */
export type WayLineId =
  | 'welcome'
  | 'arrival'
  | 'returned'
  | 'where'
  | 'ask-begin'
  | 'ask-move'
  | 'go-on'
  | 'stay'
  | 'skip'
  | 'stepwise'
  | 'first-room'
  | 'all-told'
  | 'farewell'
  | 'resumed'
  | 'afterwards'
  | 'kids'
  | 'group'
  | 'relax'
  | 'explore'
  | 'challenge'
  | 'ask-back'
  | 'ready';

/** What it answers where no text of the museum does. */
export type ReplyLineId = 'unknown' | 'exhausted' | 'thanks' | 'greeting' | 'repeat' | 'numbered';

export type LineId = WayLineId | ReplyLineId;

/**
 * The ways to say each line, of one or two sentences. Placeholders: {name} of the guide, {museum},
 * {room} where the tour stands, {next} room, {number} of the room from 1, {count} of rooms, {line} said
 * before, {turn} of the tour. No dashes: a transcript begins a new line at each.
 */
export type WayLines = Readonly<Record<WayLineId, readonly string[]>>;
export type ReplyLines = Readonly<Record<ReplyLineId, readonly string[]>>;
