import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { firstFiles, type PinnedRemote, type ReleaseSet } from '@enfilade/shared-contracts/releases/release-set';
import { escapeHtml } from '../../http/first-paint-template.ts';
import { hashSource } from '../../http/kit.ts';
import type { VoiceOptions } from '../voice/register-voice.ts';
import type { FirstPaint } from './first-paint.ts';

interface PageContent {
  language: Language;
  museumId?: string | undefined;
  set: ReleaseSet;
  /** Screens whose version not every visitor gets: the page does not run them before it shows them. */
  trials?: readonly string[];
  preloads: readonly Preload[];
  firstPaint?: FirstPaint | undefined;
}

const firstPaintPlace = /(?<=<div\b[^>]*\bid="first-paint"[^>]*>)(?=<\/div>)/;

/** The host's index.html lacks an element that the gateway fills. */
export class PageTemplateError extends Error {
  readonly code = 'page-template';
  constructor(missing: string) {
    super(`The host's index.html has no ${missing}. Build the host again.`);
  }
}

/** @param setKeys the public keys that pages trust now @throws PageTemplateError if the template lacks a place to fill */
export function createPage(
  template: string,
  setKeys: () => readonly string[],
  { artifactsOrigin = '', vitalsPercent = 100 }: Pick<PageHeadersOptions, 'artifactsOrigin' | 'vitalsPercent'> = {},
): (content: PageContent) => Buffer {
  const [beforeRoot, afterRoot] = splitAround(template, /<html[^>]*>/i, '<html>');
  const [head, body] = splitAround(afterRoot, /(?=<\/head>)/i, '</head>');
  const [beforePlace, afterPlace] = splitAround(body, firstPaintPlace, 'empty <div id="first-paint">');
  const afterPlaces = new Map(languages.map((language) => [language, afterPlace.replace(foreignText(language), '')]));
  const artifacts = artifactsOrigin && ` data-artifacts="${escapeHtml(artifactsOrigin)}"`;
  const vitals = vitalsPercent < 100 ? ` data-vitals="${vitalsPercent}"` : '';
  return ({ language, museumId = '', set, trials = [], preloads, firstPaint }) => {
    const links = preloads.map((preload) => linkOf(preload, artifactsOrigin));
    const styles = firstPaint?.styles.map((style) => styleOf(style, artifactsOrigin)) ?? [];
    const trial = trials.length > 0 ? ` data-trial="${escapeHtml(trials.join(' '))}"` : '';
    const root = `<html lang="${language}" data-museum="${escapeHtml(museumId)}" data-composition="${set.sequence}"${trial}${artifacts}${vitals}>`;
    const meta = `<meta name="release-keys" content="${escapeHtml(setKeys().join(' '))}">`;
    const paint = firstPaint?.markup ?? '';
    const parts = [beforeRoot, root, head, meta, ...links, ...styles, releaseSetScript(set), beforePlace, paint, afterPlaces.get(language)];
    return Buffer.from(parts.join(''));
  };
}

const foreignText = (language: Language) => new RegExp(`<p lang="(?!${language}")[^>]*>.*?</p>\\s*`, 'gs');

function splitAround(text: string, mark: RegExp, name: string): [string, string] {
  const found = mark.exec(text);
  if (!found) throw new PageTemplateError(name);
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)];
}

/** `<` is escaped so that no text in the set can end the script element. */
function releaseSetScript(set: ReleaseSet): string {
  return `<script type="application/json" id="release-set">${JSON.stringify(set).replaceAll('<', '\\u003c')}</script>`;
}

function linkOf({ href, as, integrity }: Preload, origin: string): string {
  const hash = integrity ? ` integrity="${escapeHtml(integrity)}"` : '';
  return `<link rel="preload" as="${as}" href="${escapeHtml(as === 'fetch' ? href : origin + href)}" crossorigin${hash}>`;
}

function styleOf({ text, href }: FirstPaint['styles'][number], origin: string): string {
  return `<style${href ? ` data-href="${escapeHtml(origin + href)}"` : ''}>${text}</style>`;
}

const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // A museum's own pictures may be on any https host; only <img> elements load them.
  'img-src': "'self' https: data:",
  'font-src': "'self'",
  'media-src': "'self' https: blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  // `default` accepts only the call library's script tag.
  'trusted-types': "enfilade-loader enfilade-remote enfilade-host default 'allow-duplicates'",
} as const;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // A script without a matching hash does not run, even if its element has no `integrity`.
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), autoplay=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'private, no-cache',
  vary: 'Cookie',
} as const;

export interface PageHeadersOptions {
  publicOrigin: string | undefined;
  artifactsOrigin?: string | undefined;
  vitalsPercent?: number | undefined;
  rooms: VoiceOptions['rooms'];
}

export type PageHeaders = Readonly<Record<string, string>>;

/** The page differs by cookie, so only the visitor's own cache may store it. */
export function createPageHeaders(template: string, options: PageHeadersOptions): (firstPaint?: FirstPaint) => PageHeaders {
  const artifacts = options.artifactsOrigin === undefined ? [] : [`${options.artifactsOrigin}/remotes/`];
  const withArtifacts = (name: keyof typeof directives, ...more: string[]) => [directives[name], ...artifacts, ...more].join(' ');
  return (firstPaint) => {
    const inlined = firstPaint?.styles.map(({ source }) => source) ?? [];
    const policy = {
      ...directives,
      'connect-src': [...connectSources(options), ...artifacts].join(' '),
      'script-src': withArtifacts('script-src', ...inlineSources(template, 'script')),
      'style-src': withArtifacts('style-src', ...inlineSources(template, 'style'), ...inlined),
      'img-src': withArtifacts('img-src'),
      'font-src': withArtifacts('font-src'),
      'media-src': withArtifacts('media-src'),
    };
    const text = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
    return { ...headers, 'content-security-policy': text.join('; ') };
  };
}

const inlineSources = (html: string, tag: 'script' | 'style') =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.+?)</${tag}>`, 'gs'))].map(([, text = '']) => hashSource(text));

/** The offline page runs only its own script and style. */
export function createOfflineHeaders(html: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src ${inlineSources(html, 'script').join(' ')}`,
    `style-src ${inlineSources(html, 'style').join(' ')}`,
    // The page has an empty icon, and checks whether the site answers again.
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  ];
  // Every visitor gets the same offline page.
  const { vary: _, ...common } = headers;
  return {
    ...common,
    'permissions-policy': headers['permissions-policy'].replaceAll('(self)', '()'),
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
  };
}

/** The local platform's rooms are WebSockets of this origin, which older Safaris do not count as 'self'. */
function connectSources({ publicOrigin, rooms }: PageHeadersOptions): string[] {
  const ownSocket = publicOrigin ? [publicOrigin.replace(/^http/, 'ws')] : [];
  return ["'self'", ...ownSocket, ...(rooms === 'hosted' ? ['https://*.daily.co', 'wss://*.daily.co'] : [])];
}

export interface Preload {
  href: string;
  as: 'script' | 'style' | 'fetch';
  integrity?: string | undefined;
}

/** Leaves out styles that the page contains. Browsers load the files beside the host's own files. */
export function preloadsOf(remote: PinnedRemote, language: Language, firstPaint?: FirstPaint): Preload[] {
  const inlined = new Set(firstPaint?.styles.map(({ href }) => href));
  const files = firstFiles(remote, language).filter((href) => !inlined.has(href));
  return files.map((href) => ({
    href,
    as: href.endsWith('.css') ? 'style' : 'script',
    integrity: remote.integrity[href],
  }));
}
