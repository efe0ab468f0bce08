import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type CutFirstPaint,
  cutFirstPaint,
  FirstPaintError,
  fillFirstPaint,
  firstPaintFolder,
  type InlineStyle,
  inlineStyle,
  type VersionFirstPaints,
} from '../../http/first-paint-template.ts';
import { mostEntries } from '../../http/most-entries.ts';
import { type FirstPaintContent, slotsOf, variantsOf } from './first-paint-slots.ts';

/** What a page shows before anything of it has run. */
export interface FirstPaint {
  /** In the order they apply in. `href`: the file it is, which the page then need not fetch. */
  styles: readonly (InlineStyle & { href?: string })[];
  markup: string;
}

export interface FirstPaintOptions {
  hostDir: string;
  /** What was published. */
  registry: {
    /** Undefined for a version without any. @throws if they cannot be read now */
    firstPaints(name: string, version: string): Promise<VersionFirstPaints | undefined>;
  };
  log: FastifyBaseLogger;
}

/** Versions; each has 50 to 300 kB. */
const mostVersions = 100;

export type FindFirstPaint = (content: FirstPaintContent) => Promise<{
  /** Undefined in a language that the host does not have. */
  firstPaint: FirstPaint | undefined;
  /** Not so of what stands in for one that cannot be read now, and may be there with the next page. */
  isFinal: boolean;
}>;

/** Finds and fills the first paint of a page: the remote's, else the host's neutral one. */
export async function loadFirstPaints({ hostDir, registry, log }: FirstPaintOptions): Promise<FindFirstPaint> {
  const neutral = await readNeutral(hostDir, log);
  const versions = new LRUCache<string, Promise<VersionFirstPaints | undefined>>(mostEntries(mostVersions));
  const reported = new LRUCache<string, boolean>(mostEntries(mostVersions));

  /** `lost`: the version has first paints, which cannot be read now. */
  async function findVersion({ first, remote }: FirstPaintContent): Promise<VersionFirstPaints | 'lost' | undefined> {
    if (!first || !remote) return undefined;
    const key = `${first.name} ${remote.version}`;
    const loading = versions.get(key) ?? registry.firstPaints(first.name, remote.version);
    versions.set(key, loading);
    return loading.catch((error: Error) => {
      versions.delete(key);
      if (!reported.has(key)) log.warn({ version: key, reason: error.message }, unusable);
      reported.set(key, true);
      return 'lost' as const;
    });
  }

  return async (content) => {
    const found = await findVersion(content);
    const { styles = [], paints = {} } = found === 'lost' ? {} : (found ?? {});
    const names = [...variantsOf(content).map((variant) => `${content.language}.${variant}`), content.language];
    const paint = names.map((name) => paints[name]).find(Boolean);
    const shown = paint ?? neutral.get(content.language);
    if (!shown) return { firstPaint: undefined, isFinal: found !== 'lost' };
    const all = [content.museum && coloursOf(content.museum), ...(paint ? styles : []), inlineStyle(shown.style)];
    const firstPaint = {
      styles: all.flatMap((style) => (style?.text ? [style] : [])),
      markup: fillFirstPaint(shown, slotsOf(content)),
    };
    return { firstPaint, isFinal: found !== 'lost' };
  };
}

/** Written for the page's root twice, so that it beats what the host's own style says there. */
function coloursOf({ theme }: Museum): InlineStyle | undefined {
  const rule = (mode: ThemeMode, contrast?: 'more') =>
    Object.entries(themeTokens(theme, mode, contrast))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  const standard = `html:root{${rule('positive')}}html[data-theme=negative]{${rule('negative')}}`;
  const more = `html[data-contrast=more]{${rule('positive', 'more')}}html[data-theme=negative][data-contrast=more]{${rule('negative', 'more')}}`;
  return inlineStyle(standard + more);
}

async function readNeutral(hostDir: string, log: FastifyBaseLogger): Promise<ReadonlyMap<Language, CutFirstPaint>> {
  const templates = new Map<Language, CutFirstPaint>();
  for (const language of languages) {
    const file = path.join(hostDir, firstPaintFolder, `${language}.html`);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    try {
      templates.set(language, cutFirstPaint(text));
    } catch (error) {
      if (!(error instanceof FirstPaintError)) throw error;
      log.warn({ file, reason: error.message }, unusable);
    }
  }
  return templates;
}

const unusable = 'a first paint cannot be used';
