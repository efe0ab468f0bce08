import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import type { ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import type { PinnedRemote } from '@enfilade/shared-contracts/releases/release-set';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  FirstPaintError,
  type FirstPaintTemplate,
  fillFirstPaint,
  firstPaintFolder,
  type InlineStyle,
  inlineStyle,
  parseFirstPaint,
} from '../../http/first-paint-template.ts';
import { integrityOf } from '../../http/integrity.ts';
import { mostEntries } from '../../http/most-entries.ts';
import { type FirstPaintContent, slotsOf, variantsOf } from './first-paint-slots.ts';

/** What a page shows before anything of it has run. */
export interface FirstPaint {
  /** No two alike: what is compressed with it is kept by it. */
  id: number;
  /** In the order they apply in. */
  styles: readonly PageStyle[];
  markup: string;
  /** Not so of what stands in for one that cannot be read now, and may be there with the next page. */
  isFinal: boolean;
}

/** `href`: the file it is, which the page then need not fetch. */
interface PageStyle extends InlineStyle {
  href?: string;
}

/** A template with the styles of the remote that it is a view of. */
interface DrawnView {
  template: FirstPaintTemplate;
  styles: readonly PageStyle[];
}

interface PublishedFile {
  path: string;
  /** How its bytes are had; absent: they are there. */
  read?(path: string): Promise<Buffer>;
  /** Its hash, as it was published. */
  integrity?: string | undefined;
}

/** The files of published remotes. */
interface Artifacts {
  artifact(name: string, version: string, file: string): PublishedFile | undefined;
}

export interface FirstPaintOptions {
  hostDir: string;
  artifacts: Artifacts;
  log: FastifyBaseLogger;
}

/** All that is kept filled, in characters; a page's are 20,000 to 60,000, most of them styles. */
const mostCharacters = 32_000_000;
const mostViews = 500;

/** Finds and fills the first paint of a page: the remote's, else the host's neutral one. A host of an older build has none. */
export async function loadFirstPaints({ hostDir, artifacts, log }: FirstPaintOptions) {
  const neutral = await readNeutral(hostDir, log);
  const findView = createViews(artifacts, log);
  const lengthOf = ({ markup, styles }: FirstPaint) => styles.reduce((sum, { text }) => sum + text.length, markup.length + 1);
  const filled = new LRUCache<string, FirstPaint>({ maxSize: mostCharacters, sizeCalculation: lengthOf });
  const museumKey = createMuseumKeys();
  let count = 0;

  async function fill(content: FirstPaintContent, key: string): Promise<FirstPaint | undefined> {
    const found = await findView(content);
    const view = found === 'lost' ? undefined : found;
    const template = view?.template ?? neutral.get(content.language);
    const storedAs = found === 'lost' ? `lost ${key}` : key;
    const known = filled.get(storedAs);
    if (known || !template) return known;
    const styles = [content.museum && coloursOf(content.museum), ...(view?.styles ?? []), inlineStyle(template.style)];
    const firstPaint: FirstPaint = {
      id: ++count,
      styles: styles.flatMap((style) => (style?.text ? [style] : [])),
      markup: fillFirstPaint(template, slotsOf(content)),
      isFinal: found !== 'lost',
    };
    filled.set(storedAs, firstPaint);
    return firstPaint;
  }

  return {
    async pick(content: FirstPaintContent): Promise<FirstPaint | undefined> {
      const { language, museum, remote, first } = content;
      const shown = first && [first.exhibitionId, first.question, first.wantsPremium, first.welcome];
      const key = [language, museum && museumKey(museum), remote?.entry, ...(shown ?? [])].join(' ');
      return filled.get(key) ?? fill(content, key);
    },
  };
}
export type FirstPaints = Awaited<ReturnType<typeof loadFirstPaints>>;

/** A museum's record is a new object whenever it was fetched again. */
function createMuseumKeys(): (museum: Museum) => number {
  const keys = new WeakMap<Museum, number>();
  let count = 0;
  return (museum) => {
    const key = keys.get(museum) ?? ++count;
    keys.set(museum, key);
    return key;
  };
}

/** Written for the page's root twice, so that it beats what the host's own style says there. */
function coloursOf({ theme }: Museum): PageStyle | undefined {
  const rule = (mode: ThemeMode, contrast?: 'more') =>
    Object.entries(themeTokens(theme, mode, contrast))
      .map(([name, value]) => `${name}:${value}`)
      .join(';');
  const standard = `html:root{${rule('positive')}}html[data-theme=negative]{${rule('negative')}}`;
  const more = `html[data-contrast=more]{${rule('positive', 'more')}}html[data-theme=negative][data-contrast=more]{${rule('negative', 'more')}}`;
  return inlineStyle(standard + more);
}

async function readNeutral(hostDir: string, log: FastifyBaseLogger): Promise<ReadonlyMap<Language, FirstPaintTemplate>> {
  const templates = new Map<Language, FirstPaintTemplate>();
  for (const language of languages) {
    const file = path.join(hostDir, firstPaintFolder, `${language}.html`);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    try {
      templates.set(language, parseFirstPaint(text));
    } catch (error) {
      if (!(error instanceof FirstPaintError)) throw error;
      log.warn({ file, reason: error.message }, unusable);
    }
  }
  return templates;
}

const unusable = 'a first paint cannot be used';

/** The view a remote of the set has for what is shown; undefined: it has none, `lost`: it should be there. */
function createViews(artifacts: Artifacts, log: FastifyBaseLogger) {
  const views = new LRUCache<string, Promise<DrawnView>>(mostEntries(mostViews));
  const reported = new LRUCache<string, boolean>(mostEntries(mostViews));
  const load = (files: RemoteFiles, file: string): Promise<DrawnView> => {
    const key = `${files.remote.entry} ${file}`;
    const loading = views.get(key) ?? loadView(files, file);
    views.set(key, loading);
    return loading.catch((error: Error) => {
      views.delete(key);
      if (!reported.has(key)) log.warn({ file: key, reason: error.message }, unusable);
      reported.set(key, true);
      throw error;
    });
  };
  return (content: FirstPaintContent): Promise<DrawnView | 'lost' | undefined> => {
    const { first, remote, language } = content;
    if (!first || !remote) return Promise.resolve(undefined);
    const names = [...variantsOf(content).map((variant) => `${language}.${variant}.html`), `${language}.html`];
    const files = names.map((name) => `${firstPaintFolder}/${name}`);
    const file = files.find((one) => artifacts.artifact(first.name, remote.version, one));
    return file ? load({ artifacts, name: first.name, remote }, file).catch(() => 'lost') : Promise.resolve(undefined);
  };
}

interface RemoteFiles {
  artifacts: Artifacts;
  name: string;
  remote: PinnedRemote;
}

async function loadView({ artifacts, name, remote }: RemoteFiles, file: string): Promise<DrawnView> {
  const find = (published: string) => artifacts.artifact(name, remote.version, published);
  const drawn = find(file);
  const template = parseFirstPaint(await readVerified(drawn, drawn?.integrity));
  const hrefs = remote.initial.filter((href) => href.endsWith('.css'));
  const base = `${path.posix.dirname(remote.entry)}/`;
  const styles = hrefs.map(async (href) => {
    const style = inlineStyle(await readVerified(find(href.slice(base.length)), remote.integrity[href]));
    // An address of that kind begins where the file is.
    if (!style || /url\(\s*["']?(?!\/|data:|#|https:)/i.test(style.text))
      throw new FirstPaintError(`needs ${href}, which has to be fetched`);
    return { ...style, href };
  });
  return { template, styles: await Promise.all(styles) };
}

/** @throws FirstPaintError when it is not what was published */
async function readVerified(file: ReturnType<Artifacts['artifact']>, integrity: string | undefined): Promise<string> {
  if (!file || !integrity) throw new FirstPaintError('has a file that was not published');
  const { read = readFile } = file;
  const bytes = await read(file.path);
  const text = bytes.toString('utf8');
  if (integrityOf(bytes) !== integrity || !Buffer.from(text).equals(bytes))
    throw new FirstPaintError('has a file that is not as it was published');
  return text;
}
