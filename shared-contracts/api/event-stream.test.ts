// @rstest-environment node
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { forAll } from '../kit/testing/for-all.ts';
import { createEventStreamParser, type ServerEvent } from './event-stream.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function parse(bytes: Uint8Array, cuts: readonly number[] = []): ServerEvent[] {
  const parser = createEventStreamParser();
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).flatMap((end, index) => parser.push(bytes.subarray(at[index], end)));
}

const noBreak = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\0]/g, ''));
const event = fc.record({
  name: fc.constantFrom('text', 'done', 'source', ''),
  lines: fc.array(noBreak, { minLength: 1, maxLength: 3 }),
  comment: fc.boolean(),
});

it('the parser returns the same events for any chunks and any line ends', () => {
  forAll(
    fc.array(event, { maxLength: 6 }),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.array(fc.nat(2000), { maxLength: 30 }),
    (events, end, cuts) => {
      const lines = events.flatMap(({ name, lines, comment }) => [
        ...(comment ? [': still here', ''] : []),
        ...(name ? [`event: ${name}`] : []),
        ...lines.map((line) => `data: ${line}`),
        '',
      ]);
      const expected = events.map(({ name, lines }) => ({ name: name || 'message', data: lines.join('\n') }));
      expect(parse(bytesOf(lines.map((line) => line + end).join('')), cuts)).toEqual(expected);
    },
  );
});

it('the parser returns the same events for single bytes and for the whole stream', () => {
  const scrap = fc
    .array(fc.constantFrom('data', 'event', ':', ' ', '\r', '\n', '\r\n', 'é', '🙂', 'x', '\uFEFF'), { maxLength: 40 })
    .map((all) => bytesOf(all.join('')));
  forAll(scrap, (bytes) => expect(parse(bytes, [...bytes.keys()])).toEqual(parse(bytes)));
});

const plain = (data: string) => ({ name: 'message', data });

it.each([
  ['a byte order mark', '\uFEFFdata: a\n\n', [plain('a')]],
  ['a last event without an empty line, which is dropped', 'data: whole\n\ndata: cut\n', [plain('whole')]],
  ['fields without a space', 'event:x\ndata:a\n\n', [{ name: 'x', data: 'a' }]],
  ['a field without a value', 'data\n\n', [plain('')]],
  ['two spaces', 'data:  a\n\n', [plain(' a')]],
  ['unknown fields', 'retry: 10\nweather: fine\ndata: a\n\n', [plain('a')]],
  ['an id, of its event alone', 'id: 7\ndata: a\n\ndata: b\n\n', [{ ...plain('a'), id: '7' }, plain('b')]],
  ['a name without data', 'event: x\n\ndata: a\n\n', [plain('a')]],
  ['nothing but comments', ': a\n\n: b\n\n', []],
])('the parser accepts a stream with %s', (_, text, events) => {
  expect(parse(bytesOf(text))).toEqual(events);
});
