import type { ApiError } from './api-error.ts';
import type { RequestLifetime } from './request-lifetime.ts';

/** One server-sent event. */
export interface ServerEvent {
  /** `message` by default. */
  name: string;
  data: string;
  /** Where the event has one of its own. */
  id?: string;
}

/**
 * Parses `text/event-stream` as the HTML standard says: UTF-8 with an optional byte order mark, lines
 * ending in CR, LF or both, comments skipped, an event that no empty line ended is dropped. `retry`
 * means nothing here.
 */
export function createEventStreamParser() {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let endedInCr = false;
  let name = '';
  let id: string | undefined;
  let data: string[] = [];

  function parseField(line: string): void {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }

  function endEvent(): ServerEvent | undefined {
    const event = data.length > 0 ? { name: name || 'message', data: data.join('\n'), ...(id !== undefined && { id }) } : undefined;
    name = '';
    id = undefined;
    data = [];
    return event;
  }

  function parseLine(line: string): ServerEvent | undefined {
    if (line === '') return endEvent();
    parseField(line);
    return undefined;
  }

  return {
    /** Takes the bytes in any pieces; returns the events that are complete by then. */
    push(bytes: Uint8Array): ServerEvent[] {
      let text = decoder.decode(bytes, { stream: true });
      if (text === '') return [];
      // CR LF may be cut in two: the LF then belongs to the line that is already taken.
      if (endedInCr && text.startsWith('\n')) text = text.slice(1);
      endedInCr = text === '' ? false : text.endsWith('\r');
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      return lines.map(parseLine).filter((event) => event !== undefined);
    },
  };
}

interface EventReading<Result> {
  lifetime: RequestLifetime;
  /** Between two pieces of the stream. */
  idleLimitMs: number;
  /** For a stream that ended too early. */
  brokenOff(cause?: unknown): ApiError;
  /** Anything but undefined is the result, and ends the reading. */
  onEvent(event: ServerEvent): Result | undefined;
}

/** Reads the events of a response until one of them gives the result. @throws what `onEvent` throws, or `brokenOff` makes */
export async function readServerEvents<Result>(
  { body }: Response,
  { lifetime, idleLimitMs, brokenOff, onEvent }: EventReading<Result>,
): Promise<Result> {
  const parser = createEventStreamParser();
  const reader = body?.getReader();
  while (reader) {
    const { value, done } = await lifetime.wait(reader.read(), brokenOff);
    if (done) break;
    lifetime.within(idleLimitMs);
    for (const event of parser.push(value)) {
      const result = onEvent(event);
      if (result !== undefined) return result;
    }
  }
  throw brokenOff();
}
