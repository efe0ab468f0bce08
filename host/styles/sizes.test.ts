import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';

const root = path.resolve(import.meta.dirname, '../..');
const packages = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts', 'infra/console'];

/**
 * The conditions of all styles. `cramped`, `lying`, `low screen` and `wide` are for screens with a fixed height, the two `phone on its
 * side` for pages that scroll.
 */
const named = new Set([
  '@container (max-width: 16rem)', // text of twice the size on a phone
  '@container (max-width: 22.5rem)', // small phone
  '@container (max-width: 47.99rem)', // phone
  '@container (min-width: 48rem)', // tablet
  '@container (max-width: 59.99rem)', // narrower than a desk: the console stacks the cells of a table's rows
  '@container (min-width: 60rem)', // desk
  '@container (min-width: 80rem) and (min-height: 44rem)', // wide
  '@container (max-height: 44rem)', // low screen
  '@container (max-height: 36rem) and (max-width: 33.99rem)', // with its keyboard open
  '@container (min-width: 34rem) and (max-height: 32rem)', // lying
  '@container (max-width: 16rem) or ((max-height: 28rem) and (max-width: 33.99rem))', // cramped
  '@media (max-height: 40rem)', // low
  '@media (min-width: 36rem) and (max-height: 30rem)', // phone on its side
  '@media (min-width: 60rem), (min-width: 36rem) and (max-height: 30rem)', // phone on its side, or desk
  '@media (forced-colors: active)',
  '@media (prefers-reduced-motion: reduce)',
  '@media (hover: hover)',
  '@media print',
]);
/** A higher number needs a reason. Values that change everywhere with the page's size are tokens (tokens.css, page.css). */
const most = 60;

const files = packages.flatMap((name) =>
  readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.join(root, name, file)),
);

it('every scrolling element is positioned, so that visually hidden words do not lengthen the page', () => {
  // Dialogs and size containers are positioned by default, and a field contains no elements.
  const isPositioned = /(?<!-)position:|container-type:|^\.dialog|resize: none/m;
  const rules = files.flatMap((file) => readFileSync(file, 'utf8').match(/[^{}]*\{[^{}]*overflow-y: auto[^{}]*\}/g) ?? []);
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter((rule) => !isPositioned.test(rule))).toEqual([]);
});

it('styles use only named conditions, in up to 60 at-rules', () => {
  const rules = files.flatMap((file) => readFileSync(file, 'utf8').match(/@(?:media|container|supports) [^{]+(?= \{)/g) ?? []);
  expect(rules.filter((rule) => !named.has(rule))).toEqual([]);
  expect(rules.length).toBeLessThanOrEqual(most);
});
