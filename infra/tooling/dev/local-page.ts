import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { parseSet } from '@enfilade/shared-contracts/releases/signed-set';
import type { LocalBuilds } from './local-builds.ts';

/** The gateway writes this tag. */
const setScript = /(<script\b[^>]*\bid="release-set"[^>]*>)([^<]*)(<\/script>)/;
const keysMeta = /(<meta name="release-keys" content=")([^"]*)(">)/;
const rootElement = /(<html\b[^>]*\bdata-composition=")(\d+)(")/;
const rootCdn = / data-artifacts="([^"]*)"/;
const preloadLink = /<link rel="preload"[^>]*\bhref="([^"]*)"[^>]*>/g;
const headStart = '<head>';
const hostTag = /<(?:script|link)\b[^>]*\b(?:src|href)="(\/static\/[^"]+)"[^>]*>/g;

/** @returns undefined for a text without a release set, such as a proxy's error */
export function readPageSet(html: string): ReleaseSet | undefined {
  const found = parseSet(setScript.exec(html)?.[2] ?? '');
  return 'set' in found && keysMeta.test(html) ? found.set : undefined;
}

interface LocalPageParts {
  rewriteSet(set: ReleaseSet): ReleaseSet;
  keys: readonly string[];
  /** A tag for the start of the head. */
  clientTag: string;
  newestHostFile: LocalBuilds['newestHostFile'];
}

/** A page without a release set stays unchanged. */
export function rewritePage(sent: string, { rewriteSet, keys, clientTag, newestHostFile }: LocalPageParts): string {
  const html = withoutCdn(sent);
  const before = readPageSet(html);
  if (!before) return html;
  const set = rewriteSet(before);
  const preloaded = withoutStalePreloads(replaceHostFiles(html, newestHostFile), before, set);
  return preloaded
    .replace(setScript, (_, open: string, __, close: string) => `${open}${JSON.stringify(set).replaceAll('<', '\\u003c')}${close}`)
    .replace(keysMeta, (_, open: string, __, close: string) => `${open}${keys.join(' ')}${close}`)
    .replace(rootElement, (_, open: string, __, close: string) => `${open}${set.sequence}${close}`)
    .replace(headStart, () => `${headStart}${clientTag}`);
}

/** The CDN has no local builds, and the site has every file of the CDN. */
function withoutCdn(html: string): string {
  const [attribute, origin] = rootCdn.exec(html) ?? [];
  return attribute === undefined ? html : html.replace(attribute, '').replaceAll(`"${origin}/remotes/`, '"/remotes/');
}

function replaceHostFiles(html: string, newestHostFile: LocalBuilds['newestHostFile']): string {
  return html.replace(hostTag, (tag: string, path: string) => {
    const newest = newestHostFile(path) ?? path;
    return newest === path ? tag : tag.replace(path, newest).replace(/ integrity="[^"]*"/, '');
  });
}

function withoutStalePreloads(html: string, before: ReleaseSet, after: ReleaseSet): string {
  return html.replace(preloadLink, (link, href: string) => {
    const [name = ''] = Object.entries(before.remotes).find(([, remote]) => href in remote.integrity) ?? [];
    return name === '' || href in (after.remotes[name]?.integrity ?? {}) ? link : '';
  });
}
