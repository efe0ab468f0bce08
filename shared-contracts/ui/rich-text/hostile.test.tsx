import { afterEach, beforeEach, expect, it, rs } from '@rstest/core';
import { cleanup, render } from '@testing-library/react';
import { hostilePayloads } from '../../conversation/testing/hostile-payloads.ts';
import { inScreen } from '../testing/fake-screen.tsx';
import { parseMarkdown } from './parse-markdown.ts';
import { RichText } from './rich-text.tsx';

const allowed: Readonly<Record<string, readonly string[]>> = {
  div: ['class'],
  p: [],
  h3: ['class'],
  ul: ['class'],
  ol: ['class', 'start'],
  li: [],
  blockquote: ['class'],
  pre: ['class', 'tabindex'],
  code: ['class'],
  strong: [],
  em: [],
  br: [],
  hr: ['class'],
  a: ['href', 'target', 'rel'],
  span: ['class'],
};

function findForbidden(root: Element): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    const attributes = allowed[element.localName];
    if (!attributes) return [element.localName];
    return element.getAttributeNames().filter((name) => !attributes.includes(name) || (name === 'href' && !isOurs(element)));
  });
}

const isOurs = (link: Element) => /^https:\/\/museum\.example\//.test(link.getAttribute('href') ?? '');

/** At most 60 prefixes of the text in order, and finally the whole text. */
function beginningsOf(text: string): string[] {
  const lengths = Array.from({ length: Math.min(60, text.length) }, (_, index) => index + 1);
  return [...lengths.map((length) => text.slice(0, length)), text];
}

afterEach(cleanup);

const hostile = rs.fn();
beforeEach(() => {
  Object.assign(window, { hostile });
});

it('the list of hostile payloads has at least 200 payloads', () => expect(new Set(hostilePayloads).size).toBeGreaterThanOrEqual(200));

it.each(hostilePayloads.map((payload) => [payload.slice(0, 80), payload]))(
  '%j renders allowed elements alone, wherever the payload is cut',
  (_, payload) => {
    const view = render(
      <div />,
      inScreen((key) => key),
    );
    for (const text of beginningsOf(payload)) {
      view.rerender(<RichText blocks={parseMarkdown(text, ['museum.example'])} />);
      expect(findForbidden(view.container)).toEqual([]);
    }
    expect(hostile).not.toHaveBeenCalled();
  },
);

it('findForbidden() finds event handlers, images and foreign links', () => {
  const page = document.createElement('div');
  page.innerHTML = '<p onclick="x"><img src="/evil/x"><a href="https://evil.invalid/">x</a></p>';
  expect(findForbidden(page)).toEqual(['onclick', 'img', 'href']);
});
