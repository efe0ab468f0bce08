import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createEventParser, EventTooLargeError, type ServerEvent } from './event-parser.ts';

function parseChunks(chunks: readonly Uint8Array[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const parser = createEventParser((event) => events.push(event));
  for (const chunk of chunks) parser.feed(chunk);
  return events;
}

function cutAt(bytes: Uint8Array, points: readonly number[]): Uint8Array[] {
  const edges = [0, ...points.map((point) => point % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

const line = fc.string({ unit: fc.constantFrom('a', ':', ' ', 'é', '漢', '😀', 'data', 'event') });
const ending = fc.constantFrom('\n', '\r', '\r\n');
const stream = fc.array(fc.tuple(fc.constantFrom('data: ', 'data:', 'event: ', ': ', 'id: ', '', ''), line, ending), { maxLength: 30 });

describe('createEventParser', () => {
  it('gives the same events however the bytes are cut', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 12 }), (parts, points) => {
        const bytes = Buffer.from(parts.map((part) => part.join('')).join(''));
        expect(parseChunks(cutAt(bytes, points))).toEqual(parseChunks([bytes]));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives back what was written, cut into single bytes', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ event: fc.constantFrom('text', 'done'), data: fc.json() }), { maxLength: 8 }), (events) => {
        const bytes = Buffer.from(events.map(({ event, data }) => `event: ${event}\ndata: ${data}\n\n`).join(''));
        expect(parseChunks([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(events);
      }),
    );
  });

  it.each([
    ['joins several data lines', 'data: a\ndata: b\n\n', [{ event: 'message', data: 'a\nb' }]],
    ['takes one space away, not two', 'data:  a\n\n', [{ event: 'message', data: ' a' }]],
    ['knows no event without data', 'event: text\n\n', []],
    ['forgets the event name after each event', 'event: x\ndata: 1\n\ndata: 2\n\n', [
      { event: 'x', data: '1' },
      { event: 'message', data: '2' },
    ]],
    ['leaves comments and unknown fields out', ': hello\nretry: 5\ndata: a\n\n', [{ event: 'message', data: 'a' }]],
    ['leaves the unfinished end out', 'data: a\n\ndata: b\n', [{ event: 'message', data: 'a' }]],
    ['skips a byte order mark', '\uFEFFdata: a\n\n', [{ event: 'message', data: 'a' }]],
  ])('%s', (_, text, events) => {
    expect(parseChunks([Buffer.from(text)])).toEqual(events);
  });

  it('refuses a line and an event that do not end', () => {
    const endlessLine = Array.from({ length: 300 }, () => Buffer.alloc(1024, 'a'));
    const endlessEvent = Array.from({ length: 300 }, () => Buffer.from(`data: ${'a'.repeat(1024)}\n`));
    expect(() => parseChunks(endlessLine)).toThrow(EventTooLargeError);
    expect(() => parseChunks(endlessEvent)).toThrow(EventTooLargeError);
  });
});
