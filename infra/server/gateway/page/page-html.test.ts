import { itHolds } from '@enfilade/shared-contracts/kit/testing/for-all';
import { expect, it } from '@rstest/core';
import fc from 'fast-check';
import { unsignedSet } from '../testing/samples.ts';
import { createPage, createPageHeaders, type PageHeadersOptions, PageTemplateError } from './page-html.ts';

const template =
  '<!doctype html><html lang="en" class="x"><head><meta charset="utf-8"></head><body><div id="first-paint"></div>$& </body></html>';
const releaseSet = { ...unsignedSet, expiresAt: unsignedSet.issuedAt, keyId: '0'.repeat(16), signature: 'A'.repeat(86) };
const setKeys = ['first+/==', 'second=='];
const fillBytes = createPage(template, () => setKeys);
const fill = (content: Parameters<typeof fillBytes>[0]) => fillBytes(content).toString();

itHolds('no text of a release set ends its script element', [fc.string(), fc.string()], (a, b) => {
  const text = `${a}</script><!--<script>${b}`;
  const page = fill({ language: 'en', set: { ...releaseSet, issuedAt: text }, preloads: [] });
  const inside = page.slice(page.indexOf('id="release-set">') + 17, page.indexOf('</script></head>'));
  expect(inside).not.toContain('<');
  expect(JSON.parse(inside)).toEqual({ ...releaseSet, issuedAt: text });
});

itHolds('no text ends its attribute', [fc.string({ unit: fc.constantFrom('"', '<', '>', '&', "'", '$', 'a') })], (text) => {
  const preloads = [{ href: text, as: 'script' as const, integrity: text }];
  const page = fill({ language: 'en', museumId: text, set: releaseSet, preloads });
  const attributes = [...page.matchAll(/(?:data-museum|href|integrity)="([^"<>]*)"/g)].map(([, value = '']) => value);
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };
  const read = attributes.map((value) => value.replace(/&\w+;/g, (sign) => signs[sign as keyof typeof signs]));
  expect(read).toEqual(text === '' ? ['', ''] : [text, text, text]);
});

it('the page keeps the failure text of its own language alone', () => {
  const texts = ['en', 'de', 'fr'].map((language) => `<p lang="${language}">Text in ${language} <a href="">again</a></p>\n`).join('');
  const paged = createPage(template.replace('$& ', `<div id="failed" hidden>${texts}</div>`), () => setKeys);
  const bodyIn = (language: 'en' | 'de' | 'fr') => String(paged({ language, set: releaseSet, preloads: [] }));
  expect(bodyIn('de')).toContain('<div id="failed" hidden><p lang="de">Text in de <a href="">again</a></p>\n</div>');
  expect(bodyIn('fr')).toContain('<div id="failed" hidden><p lang="fr">Text in fr <a href="">again</a></p>\n</div>');
});

it('the page loads only published files from the CDN, and tells the host the CDN’s origin', () => {
  const base = '/remotes/landing/1.0.0';
  const preloads = [{ href: `${base}/remoteEntry.js`, as: 'script' } as const, { href: '/api/museums/1', as: 'fetch' } as const];
  const style = { text: 'p{}', source: '', href: `${base}/screen.css` };
  const content = { language: 'en' as const, set: releaseSet, preloads, firstPaint: { styles: [style], markup: '' } };
  const page = createPage(template, () => [], { artifactsOrigin: 'https://cdn.example' })(content).toString();
  expect(page).toContain(' data-artifacts="https://cdn.example">');
  const hrefs = [...page.matchAll(/ (?:data-)?href="([^"]*)"/g)].map(([, href]) => href);
  expect(hrefs).toEqual([`https://cdn.example${base}/remoteEntry.js`, '/api/museums/1', `https://cdn.example${base}/screen.css`]);
  expect(page).toContain('"entry":"/remotes/');
});

it('the page states the percentage of visits that report timings, unless all visits report', () => {
  const page = (vitalsPercent: number) =>
    createPage(template, () => [], { vitalsPercent })({ language: 'en', set: releaseSet, preloads: [] }).toString();
  expect(page(25)).toContain(' data-vitals="25">');
  expect(page(100)).not.toContain('data-vitals');
});

it('createPage keeps the rest of the template', () => {
  expect(fill({ language: 'fr', set: releaseSet, preloads: [] })).toMatch(
    /^<!doctype html><html lang="fr" .*<meta name="release-keys" content="first\+\/== second==">.*<\/head><body><div id="first-paint"><\/div>\$& <\/body><\/html>$/,
  );
});

it('createPage refuses a template that lacks a place to fill', () => {
  expect(() => createPage('<html><body></body></html>', () => [])).toThrow(PageTemplateError);
  expect(() => createPage('<head></head>', () => [])).toThrow(PageTemplateError);
});

const connectsTo = (options: PageHeadersOptions) =>
  /connect-src ([^;]+)/.exec(String(createPageHeaders('', options)()['content-security-policy']))?.[1]?.split(' ');

it.each([
  ['to its own origin alone', undefined, 'local', ["'self'"]],
  ['to the socket of its public origin, for browsers that need it named', 'https://a.example', 'local', ["'self'", 'wss://a.example']],
  ['to the socket of a public origin without TLS', 'http://a.example:81', 'local', ["'self'", 'ws://a.example:81']],
  ['to Daily, with hosted rooms only', undefined, 'hosted', ["'self'", 'https://*.daily.co', 'wss://*.daily.co']],
] as const)('the page may connect %s', (_, publicOrigin, rooms, sources) => {
  expect(connectsTo({ publicOrigin, rooms })).toEqual(sources);
});

it('the page may load published files, and nothing else, from a named CDN', () => {
  const options = { publicOrigin: undefined, artifactsOrigin: 'https://cdn.example', rooms: 'local' } as const;
  const { 'content-security-policy': policy = '' } = createPageHeaders('', options)();
  const named = policy.split('; ').filter((directive) => directive.includes('cdn.example'));
  const directives = 'script-src style-src img-src font-src media-src connect-src';
  expect(named.map((directive) => directive.split(' ')[0]).join(' ')).toBe(directives);
  const sources = policy.match(/\S*cdn\.example\S*/g)?.map((source) => source.replace(';', ''));
  expect(new Set(sources)).toEqual(new Set(['https://cdn.example/remotes/']));
});

it('the page runs scripts of its own origin alone, also with hosted rooms', () =>
  expect(createPageHeaders('', { publicOrigin: undefined, rooms: 'hosted' })()['content-security-policy']).toContain("script-src 'self';"));
