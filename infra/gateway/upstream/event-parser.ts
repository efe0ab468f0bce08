/** One server-sent event; `event` is `message` unless the stream named it. */
export interface ServerEvent {
  event: string;
  data: string;
}

export interface EventParser {
  /** Takes the next bytes, wherever they were cut. @throws EventTooLargeError */
  feed(bytes: Uint8Array): void;
}

/** An event that does not end: kept, it would fill the memory. */
export class EventTooLargeError extends Error {
  readonly code = 'event-too-large';
  constructor() {
    super('A server-sent event is longer than the limit');
  }
}

const limitCharacters = 256 * 1024;
const byteOrderMark = 0xfeff;

/**
 * Server-sent events from bytes (WHATWG "event stream interpretation"): lines end in CR, LF or CRLF, and a
 * chunk may end inside a character, a line ending or an event. What is unfinished at the end never existed.
 */
export function createEventParser(onEvent: (event: ServerEvent) => void): EventParser {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  let isStart = true;
  let endedInCarriageReturn = false;
  const takeLine = createLineReader(onEvent);

  const decode = (bytes: Uint8Array): string => {
    let text = decoder.decode(bytes, { stream: true });
    if (isStart && text !== '') {
      isStart = false;
      if (text.charCodeAt(0) === byteOrderMark) text = text.slice(1);
    }
    if (endedInCarriageReturn && text !== '') {
      endedInCarriageReturn = false;
      if (text.startsWith('\n')) return text.slice(1);
    }
    return text;
  };

  return {
    feed(bytes) {
      const added = decode(bytes);
      if (added === '') return;
      const lines = (rest + added).split(/\r\n|\n|\r/);
      endedInCarriageReturn = added.endsWith('\r');
      rest = lines.pop() ?? '';
      for (const line of lines) takeLine(line);
      if (rest.length > limitCharacters) throw new EventTooLargeError();
    },
  };
}

function createLineReader(onEvent: (event: ServerEvent) => void): (line: string) => void {
  let event = '';
  let data: string[] = [];
  let length = 0;
  const dispatch = () => {
    if (data.length > 0) onEvent({ event: event || 'message', data: data.join('\n') });
    event = '';
    data = [];
    length = 0;
  };
  return (line) => {
    if (line === '') return dispatch();
    const [field, value] = splitField(line);
    if (field === 'event') event = value;
    if (field !== 'data') return;
    length += value.length;
    if (length > limitCharacters) throw new EventTooLargeError();
    data.push(value);
  };
}

/** `field: value`, one space after the colon left out; a comment has an empty field. */
function splitField(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 0) return [line, ''];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value];
}
