import { afterEach, expect, it } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { inScreen } from '../testing/fake-screen.tsx';
import { plainBlocks } from './blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { RichText } from './rich-text.tsx';

afterEach(cleanup);

const t = (key: string) => (key === 'link.opensOutside' ? '(opens in a new tab)' : key);
const draw = (markdown: string) => render(<RichText blocks={parseMarkdown(markdown, ['museum.example'])} />, inScreen(t));

it('RichText renders each kind of block as its HTML element', () => {
  const { container } = draw('# A\n\nb **c** *d* `e`\nf\n\n3. g\n4. h\n   - i\n\n> j\n\n---\n\n```\nk\n```');
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('A');
  expect(container.querySelector('ol')?.getAttribute('start')).toBe('3');
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  const names = [...container.querySelectorAll('*')].map(({ localName }) => localName);
  for (const name of ['strong', 'em', 'code', 'br', 'ul', 'blockquote', 'hr', 'pre']) expect(names).toContain(name);
});

it('a link opens a new tab, names this, and sends no referrer', () => {
  draw('See [the **hours**](https://museum.example/h).');
  const link = screen.getByRole('link', { name: 'the hours (opens in a new tab)' });
  expect(link.getAttribute('href')).toBe('https://museum.example/h');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
});

it('a code block can be focused, so that keys scroll it', () => {
  const { container } = draw('```\ncode\n```');
  expect(within(container).getByText('code').parentElement?.tabIndex).toBe(0);
});

it('RichText renders a block again only if the block is another object', () => {
  let drawn = 0;
  const counting = (key: string) => {
    drawn += 1;
    return key;
  };
  const first = parseMarkdown('[a](https://museum.example/)', ['museum.example']);
  const view = (rest: string) => <RichText blocks={[...first, ...plainBlocks(rest)]} />;
  const { rerender, container } = render(view('b'), inScreen(counting));
  const before = drawn;
  rerender(view('b c'));
  expect(container.textContent).toContain('b c');
  expect(drawn).toBe(before);
});
