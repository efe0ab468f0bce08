export interface ServerEvent {
  /** `message` by default. */
  name: string;
  data: string;
  id?: string;
}

/** Parses `text/event-stream` by the HTML standard. Comments, `retry` and an unfinished last event are skipped. */
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
    /** Accepts bytes in any chunks. Returns the events that this chunk completes. */
    push(bytes: Uint8Array): ServerEvent[] {
      let text = decoder.decode(bytes, { stream: true });
      if (text === '') return [];
      // A chunk may end between CR and LF. The LF then ends a line that is already parsed.
      if (endedInCr && text.startsWith('\n')) text = text.slice(1);
      endedInCr = text === '' ? false : text.endsWith('\r');
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      return lines.map(parseLine).filter((event) => event !== undefined);
    },
  };
}
