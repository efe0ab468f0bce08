import { createPage, type Preload, preloadsOf } from '@enfilade/server/gateway/page/page-html';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { readPageSet, rewritePage } from './local-page.ts';
import { museumId, siteRemote, siteSet } from './testing/samples.ts';

const template = (words: string) =>
  `<!doctype html><html lang="en"><head><title>${words}</title></head><body>${words}<div id="first-paint"></div></body></html>`;
const before = siteSet();
const after = siteSet({
  sequence: 45,
  remotes: { ...before.remotes, visit: siteRemote('visit', '0.1.0-dev.aaaaaaaa') },
  signature: 'B'.repeat(85).concat('A'),
});
const parts = {
  rewriteSet: () => after,
  keys: ['local=='],
  clientTag: '<script src="/__dev/client.js"></script>',
  newestHostFile: () => undefined,
};
const record: Preload = { href: `/api/museums/${museumId}`, as: 'fetch' };

const pageOf = (words: string, set: typeof before, keys: string[], preloads: readonly Preload[]) =>
  createPage(template(words), () => keys)({ language: 'de', museumId, set, preloads }).toString();

it('a rewritten page differs only in the local set, the local keys, the client script and fewer preloads', () => {
  const words = fc.string({ unit: fc.constantFrom('a', '$', '&', "$'", '"', ' ', 'preload', '{}', 'é') });
  const drawn = fc.constantFrom('visit', 'landing', undefined);
  forAll(words, drawn, (text, first) => {
    const remote = first === undefined ? undefined : before.remotes[first];
    const preloads = remote ? preloadsOf(remote, 'de') : [];
    const rewritten = rewritePage(pageOf(text, before, ['siteA==', 'siteB=='], [...preloads, record]), parts);
    const wanted = pageOf(text, after, ['local=='], [...(first === 'visit' ? [] : preloads), record]);
    expect(rewritten).toBe(wanted.replace('<head>', () => `<head>${parts.clientTag}`));
  });
});

it('a rewritten page loads nothing from a CDN, which has no local builds', () => {
  const preloads = [...preloadsOf(before.remotes['visit'] ?? siteRemote('visit', '1.0.0'), 'de'), record];
  const sent = [undefined, 'https://cdn.example'].map((artifactsOrigin) => {
    const page = createPage(template('x'), () => ['siteA=='], { artifactsOrigin })({ language: 'de', museumId, set: before, preloads });
    return page.toString();
  });
  expect(sent[0]).not.toBe(sent[1]);
  expect(rewritePage(sent[1] ?? '', parts)).toBe(rewritePage(sent[0] ?? '', parts));
});

it.each(['', template('no set'), '<script id="release-set">{}</script>', '<meta name="release-keys" content="">'])(
  'a page without a release set stays unchanged: %s',
  (html) => {
    expect(rewritePage(html, parts)).toBe(html);
    expect(readPageSet(html)).toBeUndefined();
  },
);
