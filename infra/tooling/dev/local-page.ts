import type { ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { parseSet } from '@enfilade/shared-contracts/releases/signed-set';

/** Places in a page as the gateway writes it. */
const setScript = /(<script\b[^>]*\bid="release-set"[^>]*>)([^<]*)(<\/script>)/;
const keysMeta = /(<meta name="release-keys" content=")([^"]*)(">)/;
const rootElement = /(<html\b[^>]*\bdata-composition=")(\d+)(")/;
const rootCdn = / data-artifacts="([^"]*)"/;
const preloadLink = /<link rel="preload"[^>]*\bhref="([^"]*)"[^>]*>/g;
const headStart = '<head>';
const hostTag = /<(?:script|link)\b[^>]*\b(?:src|href)="(\/static\/[^"]+)"[^>]*>/g;

/** What a page of the site says of its composition. */
export interface SitePage {
  set: ReleaseSet;
  /** SPKI in base64. */
  keys: readonly string[];
}

/** Undefined when the text is no page with a release set: what a proxy says, or another site's page. */
export function readSitePage(html: string): SitePage | undefined {
  const found = parseSet(setScript.exec(html)?.[2] ?? '');
  const keys = keysMeta.exec(html)?.[2];
  return 'set' in found && keys !== undefined ? { set: found.set, keys: keys.split(' ').filter(Boolean) } : undefined;
}

export interface LocalPageParts {
  /** The site's set as it came → the one this page shall run. */
  rewriteSet(set: ReleaseSet): ReleaseSet;
  keys: readonly string[];
  /** One tag for the start of the head. */
  clientTag: string;
  /** Successor of a host file in the newest build, if the host is built here. */
  newestHostFile?(path: string): string | undefined;
}

/**
 * The site's page with the local set, its keys and its number, and one script more. Everything else
 * stays byte for byte; a page without a release set is left alone.
 */
export function rewritePage(sent: string, { rewriteSet, keys, clientTag, newestHostFile }: LocalPageParts): string {
  const html = withoutCdn(sent);
  const page = readSitePage(html);
  if (!page) return html;
  const set = rewriteSet(page.set);
  const preloaded = withoutStalePreloads(newestHostFile ? replaceHostFiles(html, newestHostFile) : html, page.set, set);
  return preloaded
    .replace(setScript, (_, open: string, __, close: string) => `${open}${JSON.stringify(set).replaceAll('<', '\\u003c')}${close}`)
    .replace(keysMeta, (_, open: string, __, close: string) => `${open}${keys.join(' ')}${close}`)
    .replace(rootElement, (_, open: string, __, close: string) => `${open}${set.sequence}${close}`)
    .replace(headStart, () => `${headStart}${clientTag}`);
}

/** What is built here is on no CDN, and the site has all that is. */
function withoutCdn(html: string): string {
  const [attribute, origin] = rootCdn.exec(html) ?? [];
  return attribute === undefined ? html : html.replace(attribute, '').replaceAll(`"${origin}/remotes/`, '"/remotes/');
}

/** The site still uses the host of its start. */
function replaceHostFiles(html: string, newestHostFile: (path: string) => string | undefined): string {
  return html.replace(hostTag, (tag: string, path: string) => {
    const newest = newestHostFile(path) ?? path;
    return newest === path ? tag : tag.replace(path, newest).replace(/ integrity="[^"]*"/, '');
  });
}

/** Removes preloads of a remote that will run in another version. */
function withoutStalePreloads(html: string, before: ReleaseSet, after: ReleaseSet): string {
  return html.replace(preloadLink, (link, href: string) => {
    const [name = ''] = Object.entries(before.remotes).find(([, remote]) => href in remote.integrity) ?? [];
    return name === '' || href in (after.remotes[name]?.integrity ?? {}) ? link : '';
  });
}
