import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { hostilePayloads } from '../../conversation/testing/hostile-payloads.ts';
import { anyText } from '../../kit/testing/any-text.ts';
import { forAll } from '../../kit/testing/for-all.ts';
import type { Block, Inline } from './blocks.ts';
import { createMarkdownParser, parseMarkdown } from './parse-markdown.ts';
import { wordsOfBlocks } from './testing/some-blocks.ts';

const parse = (markdown: string) => parseMarkdown(markdown, linkHosts);
const linkHosts = ['museum.example'];
const text = (words: string): Inline => ({ kind: 'text', text: words });
const paragraph = (...children: Inline[]): Block => ({ kind: 'paragraph', children });
const link = (url: string, words: string): Inline => ({ kind: 'link', url, children: [text(words)] });
const list = (start: number | undefined, ...items: Block[][]): Block => ({ kind: 'list', start, items });
const rest: Inline = { kind: 'break' };

const readings: readonly (readonly [string, readonly Block[]])[] = [
  ['**a** and *b*', [paragraph({ kind: 'strong', children: [text('a')] }, text(' and '), { kind: 'emphasis', children: [text('b')] })]],
  ['one\ntwo  \nthree\\\nfour', [paragraph(text('one'), rest, text('two'), rest, text('three'), rest, text('four'))]],
  ['#### The window', [{ kind: 'heading', children: [text('The window')] }]],
  ['3. c\n4. d', [list(3, [paragraph(text('c'))], [paragraph(text('d'))])]],
  ['- a\n  - b', [list(undefined, [paragraph(text('a')), list(undefined, [paragraph(text('b'))])])]],
  ['> Said he.', [{ kind: 'quote', children: [paragraph(text('Said he.'))] }]],
  ['```js\nx < y\n```', [{ kind: 'code', text: 'x < y' }]],
  ['`x`', [paragraph({ kind: 'code', text: 'x' })]],
  ['***', [{ kind: 'rule' }]],
  ['Three things:\n---', [paragraph(text('Three things:')), { kind: 'rule' }]],
  ['    indented', [paragraph(text('indented'))]],
  ['[hours](https://museum.example/h "t")', [paragraph(link('https://museum.example/h', 'hours'))]],
  ['<https://museum.example/h>', [paragraph(link('https://museum.example/h', 'https://museum.example/h'))]],
  ['See [hours][h].\n\n[h]: https://museum.example/h', [paragraph(text('See '), link('https://museum.example/h', 'hours'), text('.'))]],
  ['See [the **hours**](https://evil.invalid).', [paragraph(text('See the '), { kind: 'strong', children: [text('hours')] }, text('.'))]],
  ['See [hours][h].\n\n[h]: https://evil.invalid', [paragraph(text('See hours.'))]],
  ['[Note]: closed', [paragraph(text('[Note]: closed'))]],
  ['a ![the tower](https://museum.example/t.png) b', [paragraph(text('a the tower b'))]],
  ['a <b>bold</b> &amp; <!-- x -->', [paragraph(text('a <b>bold</b> & <!-- x -->'))]],
  ['<div>\n**a**\n</div>', [paragraph(text('<div>'), rest, text('**a**'), rest, text('</div>'))]],
  ['| a |\n|---|', [paragraph(text('| a |'), rest, text('|---|'))]],
  ['#\n\n>\n\n```\n```\n\n![](x)', []],
];

function nodesOf(nodes: readonly (Block | Inline)[], depth = 1): { depth: number; node: Block | Inline }[] {
  return nodes.flatMap((node) => [{ depth, node }, ...childrenOf(node).flatMap((children) => nodesOf(children, depth + 1))]);
}
function childrenOf(node: Block | Inline): readonly (readonly (Block | Inline)[])[] {
  if ('children' in node) return [node.children];
  return node.kind === 'list' ? node.items : [];
}

it.each(readings)('parseMarkdown() parses %j', (markdown, blocks) => expect(parse(markdown)).toEqual(blocks));

it.each([
  ['> '.repeat(30), 'quotes'],
  [Array.from({ length: 12 }, (_, index) => `${'  '.repeat(index)}- item${index}\n`).join(''), 'lists'],
  ['*a **b '.repeat(20), 'emphasis'],
])('parseMarkdown() nests up to eight levels and keeps the words: %#', (opening) => {
  const markdown = `${opening}deepest${'** *'.repeat(20)}`;
  const nodes = nodesOf(parse(markdown));
  expect(Math.max(...nodes.filter(({ node }) => 'children' in node || 'items' in node).map(({ depth }) => depth))).toBeLessThanOrEqual(8);
  expect(wordsOfBlocks(parse(markdown))).toContain('deepest');
});

it.each([
  ['items', '- a\n'.repeat(3000)],
  ['paragraphs', '*a* b\n\n'.repeat(2500)],
  ['lines', 'a\n'.repeat(9000)],
  ['nested list marks', `${'- '.repeat(3000)}x`],
  ['stars', `${'*'.repeat(8000)}x${'*'.repeat(8000)}`],
  ['a long text', 'a *b* c. '.repeat(5000)],
])('parseMarkdown() makes up to 2000 nodes and keeps all letters of %s', (_, markdown) => {
  const blocks = parse(markdown);
  expect(nodesOf(blocks).length).toBeLessThanOrEqual(2000);
  expect(wordsOfBlocks(blocks).match(/\p{L}/gu)).toHaveLength(markdown.match(/\p{L}/gu)?.length ?? 0);
});

it('parseMarkdown() parses any text, and every link leads to a named host', () => {
  const piece = fc.oneof(fc.constantFrom(...hostilePayloads), anyText(), fc.constantFrom('\n', '> ', '- ', '  ', '[', '](', '```'));
  forAll(fc.array(piece, { maxLength: 5 }), fc.nat(300), (pieces, length) => {
    const nodes = nodesOf(parse(pieces.join('').slice(0, length)));
    for (const { node } of nodes) if ('url' in node) expect(new URL(node.url).host).toBe('museum.example');
  });
});

it('parseMarkdown() loses no letter of prose between marks', () => {
  const word = fc.stringMatching(/^\p{L}{1,8}$/u);
  const mark = fc.constantFrom(
    ...[' ', ' ', '\n', '\n\n', '*', '**', '_', ' - ', '\n- ', '\n1. ', '\n> ', '\n# ', '`', '. ', ' (', ') ', ', ', ' <', '> '],
    ...['\n---\n', ' [', '] ', '!'],
  );
  forAll(fc.array(fc.tuple(word, mark), { maxLength: 20 }), (parts) => {
    const letters = parts.map(([letter]) => letter).join('');
    const read = wordsOfBlocks(parse(parts.flat().join(''))).replace(/\P{L}/gu, '');
    expect(read).toBe(letters.replace(/\P{L}/gu, ''));
  });
});

const part = fc.oneof(
  fc.constantFrom(
    ...['A line', '- one\n- two', '1. first', '> said', '## Head', '```\ncode', '```', '**bold', 'text**', '[a]', '[a]: https://x.example'],
  ),
  fc.constantFrom('<pre>', '</pre>', '  indented', '---', '', '<b>tag</b>', 'é accent'),
);
const anyMarkdown = fc.array(fc.tuple(part, fc.constantFrom('\n\n', '\n\n', '\n', ' ')), { maxLength: 14 });

it('createMarkdownParser() gives the blocks of parseMarkdown() at each step of a growing text', () => {
  forAll(anyMarkdown, fc.integer({ min: 1, max: 9 }), (parts, step) => {
    const text = parts.flat().join('');
    const parse = createMarkdownParser();
    for (let end = step; end < text.length + step; end += step)
      expect(parse(text.slice(0, end), linkHosts)).toEqual(parseMarkdown(text.slice(0, end), linkHosts));
  });
});

it('createMarkdownParser() parses finished paragraphs once: twice the text costs under three times the work', () => {
  const workFor = (paragraphs: number) => {
    let characters = 0;
    const parse = createMarkdownParser((text, hosts) => {
      characters += text.length;
      return parseMarkdown(text, hosts);
    });
    const text = `The **hall** is old, and the light is low.\n\n`.repeat(paragraphs);
    for (let end = 0; end < text.length; end += 20) parse(text.slice(0, end), linkHosts);
    return characters;
  };
  expect(workFor(80)).toBeLessThan(3 * workFor(40));
});

it('createMarkdownParser() parses a different text from its beginning', () => {
  const parse = createMarkdownParser();
  parse('One\n\nTwo', linkHosts);
  expect(parse('**Three**', linkHosts)).toEqual(parseMarkdown('**Three**', linkHosts));
});
