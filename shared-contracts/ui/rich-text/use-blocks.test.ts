import { afterEach, expect, it, rs } from '@rstest/core';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { createLazy } from '../../kit/create-lazy.ts';
import { plainBlocks } from './blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { useBlocks } from './use-blocks.ts';

afterEach(cleanup);

const linkHosts = ['museum.example'];
const markdown = { isMarkdown: true, linkHosts } as const;
type Parse = typeof parseMarkdown;

function openParser() {
  const loads: { resolve(parse: Parse): void; fail(): void }[] = [];
  const load = () =>
    new Promise<{ createMarkdownParser(): Parse }>((resolve, reject) =>
      loads.push({ resolve: (parse) => resolve({ createMarkdownParser: () => parse }), fail: () => reject(new Error('no network')) }),
    );
  return { parser: createLazy(load), loads };
}

it('useBlocks() loads no parser for a visitor’s text, nor until another text has Markdown', () => {
  const { parser, loads } = openParser();
  const { result, rerender } = renderHook(({ text }) => useBlocks(text, markdown, parser), { initialProps: { text: 'Plain words.' } });
  expect(result.current).toEqual(plainBlocks('Plain words.'));
  const visitor = renderHook(() => useBlocks('2 * 3 * 4', { isMarkdown: false, linkHosts }, parser));
  expect(visitor.result.current).toEqual(plainBlocks('2 * 3 * 4'));
  expect(loads).toHaveLength(0);
  rerender({ text: 'Plain words. **And**' });
  expect(loads).toHaveLength(1);
});

it('useBlocks() shows plain words until the parser is loaded, once for all answers', async () => {
  const { parser, loads } = openParser();
  const one = renderHook(() => useBlocks('**One**', markdown, parser));
  const other = renderHook(() => useBlocks('*Two*', markdown, parser));
  expect([one.result.current, other.result.current]).toEqual([plainBlocks('One'), plainBlocks('Two')]);
  await act(async () => loads[0]?.resolve(parseMarkdown));
  expect(one.result.current).toEqual(parseMarkdown('**One**', []));
  expect(other.result.current).toEqual(parseMarkdown('*Two*', []));
  renderHook(() => useBlocks('`Three`', markdown, parser));
  expect(loads).toHaveLength(1);
});

it('useBlocks() shows plain words if the parser does not load, and the next answer loads the parser again', async () => {
  const { parser, loads } = openParser();
  const { result, rerender } = renderHook(({ text }) => useBlocks(text, markdown, parser), { initialProps: { text: '**One**' } });
  await act(async () => loads[0]?.fail());
  expect(result.current).toEqual(plainBlocks('One'));
  rerender({ text: '**One** more' });
  expect(loads).toHaveLength(1);
  renderHook(() => useBlocks('**Two**', markdown, parser));
  expect(loads).toHaveLength(2);
  await act(async () => loads[1]?.resolve(parseMarkdown));
  expect(result.current).toEqual(parseMarkdown('**One** more', []));
});

it('useBlocks() shows plain words if the parser throws', async () => {
  const { parser, loads } = openParser();
  const { result } = renderHook(() => useBlocks('**One**', markdown, parser));
  const broken = rs.fn<Parse>().mockImplementation(() => {
    throw new RangeError('too deep');
  });
  await act(async () => loads[0]?.resolve(broken));
  expect(broken).toHaveBeenCalledTimes(1);
  expect(result.current).toEqual(plainBlocks('One'));
});

it('useBlocks() parses each text once and keeps the objects of unchanged blocks', async () => {
  const { parser, loads } = openParser();
  const parse = rs.fn<Parse>().mockImplementation(parseMarkdown);
  const { result, rerender } = renderHook(({ text }) => useBlocks(text, markdown, parser), { initialProps: { text: '**One**\n\nTw' } });
  await act(async () => loads[0]?.resolve(parse));
  const before = result.current;
  rerender({ text: '**One**\n\nTw' });
  expect(result.current).toBe(before);
  expect(parse).toHaveBeenCalledTimes(1);
  rerender({ text: '**One**\n\nTwo' });
  expect(result.current[0]).toBe(before[0]);
  expect(result.current[1]).not.toBe(before[1]);
});

it('useBlocks() loads the page’s own parser by default', async () => {
  const { result } = renderHook(() => useBlocks('**One**', markdown));
  await waitFor(() => expect(result.current).toEqual(parseMarkdown('**One**', [])));
});
