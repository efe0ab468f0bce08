import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { cutFirstPaint, fillFirstPaint, firstPaintLimit, inlineStyle } from './first-paint-template.ts';

const fill = (template: string, values: Record<string, string> = {}) =>
  fillFirstPaint(cutFirstPaint(template), new Map(Object.entries(values)));
const again = (markup: string) => serialize(parseFragment(markup));

const slots = ['a', 'b.1', 'c-d'];
const values = fc.dictionary(
  fc.constantFrom(...slots),
  fc.oneof(fc.string(), fc.constantFrom('', '"><b>', '</p>', '{{a}}', '&amp;', 'javascript:0', '/a.svg', '//evil.invalid')),
);
/** Allowed markup: a tree of elements and texts, with and without slots. */
const { tree } = fc.letrec<{ tree: string }>((tie) => {
  const words = fc.oneof(fc.constantFrom('x', ' & <y> "', ...slots.map((slot) => `{{${slot}}}`)), fc.stringMatching(/^[a-z ]{0,5}$/));
  const text = words.map((word) => word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
  const image = fc.constantFrom(...slots).map((slot) => `<img src="{{${slot}}}" alt="">`);
  const element = fc
    .tuple(fc.constantFrom('div', 'span', 'section', 'strong', 'ul'), text, fc.array(tie('tree'), { maxLength: 3 }))
    .map(([name, label, children]) => `<${name} aria-label="${label}">${children.join('')}</${name}>`);
  return { tree: fc.oneof({ maxDepth: 4 }, text, image, element) };
});

it('a first paint fills slots in texts and attributes with escaped values and leaves out elements whose slot has no value', () => {
  const filled = fill('<p>{{a}} of <b aria-label="x {{b.1}}">y</b></p>', { a: '<1> & "2"', 'b.1': '' });
  expect(filled).toBe('<p>&lt;1&gt; &amp; &quot;2&quot; of <b aria-label="x ">y</b></p>');
  const list = '<ul><li>{{a}}<i>x</i></li><li data-need="{{b.1}}">y</li><li>z</li></ul>';
  expect(fill(list, { 'b.1': '' })).toBe('<ul><li>y</li><li>z</li></ul>');
  expect(fill('{{a}}<p>x</p>')).toBe('');
});

it('a first paint keeps pictures of its own origin or over https and links over https, and drops all other addresses', () => {
  const picture = (a: string) => fill('<p><img src="{{a}}" alt=""></p>', { a });
  expect(picture('/a.svg')).toBe('<p><img src="/a.svg" alt=""></p>');
  expect(picture('https://a.example/b?c&d')).toBe('<p><img src="https://a.example/b?c&amp;d" alt=""></p>');
  const refused = ['', '//a.example/b', '/\\a.example', 'http://a.example', 'data:image/png,x', 'a.png', 'javascript:0'];
  for (const address of [...refused, `/${'x'.repeat(3_000)}`]) expect(picture(address)).toBe('<p></p>');
  const link = (a: string) => fill('<p><a href="{{a}}" target="_blank">x</a></p>', { a });
  expect(link('https://a.example/?b=c')).toBe('<p><a href="https://a.example/?b=c" target="_blank">x</a></p>');
  for (const address of ['', '/a', 'javascript:0', 'http://a.example', ' https:']) expect(link(address)).toBe('<p></p>');
});

it('a browser parses a filled first paint to the same elements, whatever the values are', () => {
  forAll(fc.array(tree, { maxLength: 4 }), values, (markup, given) => {
    const filled = fill(markup.join(''), given);
    const written = again(filled);
    expect(again(written)).toBe(written);
    const shape = (text: string) => text.match(/<\/?[a-z]+/g);
    expect(shape(written)).toEqual(shape(filled));
  });
});

it('a first paint leaves out exactly the elements that name a slot without a value', () => {
  forAll(fc.array(fc.subarray(slots), { maxLength: 6 }), values, (needs, given) => {
    const filled = fill(
      needs.map((names, at) => `<i class="n${at}" aria-label="${names.map((name) => `{{${name}}}`).join('')}">x</i>`).join(''),
      given,
    );
    const shown = [...filled.matchAll(/class="n(\d)"/g)].map(([, at]) => Number(at));
    expect(shown).toEqual(needs.flatMap((names, at) => (names.every((name) => name in given) ? [at] : [])));
  });
});

it('a first paint accepts React’s markup with self-closing slashes and camel-case names, and keeps its style element', () => {
  const drawn =
    '<button type="submit" class="a"><svg viewBox="0 0 2 2" aria-hidden="true" focusable="false"><path d="M0 0"></path></svg></button><img src="{{a}}" alt="" fetchPriority="high"/><br/>';
  expect(fill(drawn, { a: '/a' })).toBe(
    '<button type="button" class="a"><svg viewBox="0 0 2 2" aria-hidden="true" focusable="false"><path d="M0 0"></path></svg></button><img src="/a" alt="" fetchpriority="high"><br>',
  );
  expect(cutFirstPaint('<style>.a{--size:2rem}@media (width<40rem){.a{color:red}}</style><p>x</p>').style).toContain('width<40rem');
});

it.each([
  ['<p>x</p><script>1</script>', 'contains <script>, which is not allowed'],
  ['<p onclick="x">x</p>', 'has the attribute onclick on <p>'],
  ['<p style="color:red">x</p>', 'has the attribute style on <p>'],
  ['<img src="https://a.example/b" alt="">', 'has src="https://a.example/b" on <img>'],
  ['<!-- x -->', 'contains #comment, which is not allowed'],
  ['<p>{{ a }}</p>', 'contains "{{ a }}", which is not a valid slot'],
  ['<p class="a" class="b">x</p>', 'is not well formed (duplicate-attribute in line 1)'],
  ['<form><div></form><form></form></div>', 'has a nesting that HTML parsing changes'],
  ['<style>@import "a"</style>', 'has "@import" in its style'],
  ['<p></p>'.repeat(5_000), `has more than the allowed ${firstPaintLimit} bytes`],
  ['<div>'.repeat(100), 'is nested deeper than the allowed 64 elements'],
])('an invalid first paint is refused with the reason: %s', (template, message) => {
  expect(() => cutFirstPaint(template.slice(0, 40_000))).toThrow(message);
});

it('inlineStyle refuses a style that HTML parsing would change', () => {
  expect(inlineStyle('a{}')).toEqual({ text: 'a{}', source: "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='" });
  for (const text of ['a{}</style>', '</STYLE', 'a{}\r\n', 'a{}\0']) expect(inlineStyle(text)).toBeUndefined();
});
