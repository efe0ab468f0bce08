export function readEvents(answer: Response) {
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const events: string[] = [];
  let text = '';
  let parsed = 0;
  /** The next `data:` value; undefined at the end. Throws when the stream breaks off. */
  const next = async (): Promise<string | undefined> => {
    while (events.length === 0) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf('\n\n', parsed); end >= 0; end = text.indexOf('\n\n', parsed)) {
        events.push(text.slice(parsed, end).replace(/^data: /, ''));
        parsed = end + 2;
      }
    }
    return events.shift();
  };
  return {
    next,
    async rest() {
      const all: string[] = [];
      for (let event = await next(); event !== undefined; event = await next()) all.push(event);
      return all;
    },
    raw: () => text,
    cancel: () => reader.cancel(),
  };
}
