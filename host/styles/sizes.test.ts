import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from '@rstest/core';

const root = path.resolve(import.meta.dirname, '../..');
const packages = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'shared-contracts', 'infra/console'];

/** The sizes that styles ask for. `cramped` and `lying` are for screens whose box has a height; the two `phone on its side` are for pages that scroll. */
const sizes = {
  'text of twice the size on a phone': '@container (max-width: 16rem)',
  'small phone': '@container (max-width: 22.5rem)',
  phone: '@container (max-width: 47.99rem)',
  tablet: '@container (min-width: 48rem)',
  desk: '@container (min-width: 60rem)',
  wall: '@container (min-width: 100rem)',
  low: '@media (max-height: 40rem)',
  cramped: '@container (max-width: 16rem) or ((max-height: 28rem) and (max-width: 33.99rem))',
  lying: '@container (min-width: 34rem) and (max-height: 32rem)',
  'phone on its side': '@media (min-width: 36rem) and (max-height: 30rem)',
  'phone on its side, or desk': '@media (min-width: 60rem), (min-width: 36rem) and (max-height: 30rem)',
  'forced colours': '@media (forced-colors: active)',
};
/** At-rules for a size of their own, and all of them, as many as there are: fewer is better, more needs a reason. */
const [mostOthers, most] = [69, 209];

it('styles ask for the sizes that have a name, and for few others', () => {
  const files = packages.flatMap((name) =>
    readdirSync(path.join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css') && !/(^|\/)(node_modules|dist)\//.test(file))
      .map((file) => path.join(root, name, file)),
  );
  const rules = files.flatMap((file) => readFileSync(file, 'utf8').match(/@(?:media|container) [^{]+(?= \{)/g) ?? []);
  const named = new Set(Object.values(sizes));
  expect(rules.filter((rule) => !named.has(rule)).length).toBeLessThanOrEqual(mostOthers);
  expect(rules.length).toBeLessThanOrEqual(most);
});
