import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { PinnedRemote, ReleaseSet } from '@enfilade/shared-contracts/remote/release-set';

export interface Preload {
  href: string;
  as: 'script' | 'style' | 'fetch';
  integrity?: string | undefined;
}

/** Entry, first files and texts of the remote that is drawn first: fetched while the host itself still comes. */
export function preloadsOf(remote: PinnedRemote, language: Language): Preload[] {
  const texts = Object.keys(remote.integrity).filter((path) => path.includes(`/static/js/async/texts-${language}.`));
  return [remote.entry, ...remote.initial, ...texts].map((href) => ({
    href,
    as: href.endsWith('.css') ? 'style' : 'script',
    integrity: remote.integrity[href],
  }));
}

export interface PageContent {
  language: Language;
  museumId?: string | undefined;
  visitorId: string;
  set: ReleaseSet;
  preloads: readonly Preload[];
}

/** The host's index.html was not built as this gateway needs it. */
export class PageTemplateError extends Error {
  readonly code = 'page-template';
  constructor(missing: string) {
    super(`The host's index.html has no ${missing}`);
  }
}

/** Fills the host's page for one visitor; every page trusts the same keys. @throws PageTemplateError when made from something else */
export function createPage(template: string, setKeys: readonly string[]): (content: PageContent) => Buffer {
  const [beforeRoot, afterRoot] = splitAround(template, /<html[^>]*>/i, '<html>');
  const [head, body] = splitAround(afterRoot, /(?=<\/head>)/i, '</head>');
  const keys = `<meta name="release-keys" content="${quoted(setKeys.join(' '))}">`;
  // By the object itself: the signer hands out the same one until it is issued anew.
  const scripts = new WeakMap<ReleaseSet, Buffer>();
  const scriptOf = (set: ReleaseSet) => {
    const script = scripts.get(set) ?? Buffer.from(releaseSetScript(set) + body);
    scripts.set(set, script);
    return script;
  };
  return ({ language, museumId = '', visitorId, set, preloads }) => {
    const root = `<html lang="${language}" data-museum="${quoted(museumId)}" data-composition="${set.sequence}" data-visitor="${quoted(visitorId)}">`;
    return Buffer.concat([Buffer.from([beforeRoot, root, head, keys, preloads.map(linkOf).join('')].join('')), scriptOf(set)]);
  };
}

function splitAround(text: string, mark: RegExp, name: string): [string, string] {
  const found = mark.exec(text);
  if (!found) throw new PageTemplateError(name);
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)];
}

/** `<` is escaped so that no text in the set can end the script element. */
function releaseSetScript(set: ReleaseSet): string {
  return `<script type="application/json" id="release-set">${JSON.stringify(set).replaceAll('<', '\\u003c')}</script>`;
}

function linkOf({ href, as, integrity }: Preload): string {
  const hash = integrity ? ` integrity="${quoted(integrity)}"` : '';
  return `<link rel="preload" as="${as}" href="${quoted(href)}" crossorigin${hash}>`;
}

function quoted(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
