import { languages } from '@enfilade/shared-contracts/i18n/language';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { playsSchema, unknownPlayWords } from '@enfilade/shared-contracts/remote/play';
import { z } from 'zod';
import { cutFirstPaint, FirstPaintError, inlineStyle, type VersionFirstPaints } from '../../http/first-paint-template.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { publicPath } from '../state/releases.ts';
import type { Build } from './build.ts';
import { buildLimits, isFirstPaint, mapPath, playsFile, printable, privateFolder } from './build-files.ts';

/** Other fields are allowed. */
const mapSchema = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.nullable(z.string().max(1_000))).max(20_000),
  names: z.array(z.string()).optional(),
  mappings: z.string(),
});
/** Absolute paths of Unix and Windows. */
const machinePath = /^(?:[/\\]|[A-Za-z]:[/\\]|file:)/;

/** The first invalid map, map without a script, or map with absolute paths. */
export function* mapProblems({ served, private: kept }: Build): Generator<string> {
  const again = 'build again with the preset of shared-contracts, or leave the map out';
  for (const [file, contents] of kept) {
    const [, script] = mapPath.exec(file) ?? [];
    if (script === undefined) continue;
    const what = `"${privateFolder}${file}"`;
    const map = mapSchema.safeParse(parseJson(contents.toString('utf8'))).data;
    if (!map) return yield `${what} is not a source map of version 3; ${again}.`;
    if (!served.has(script)) return yield `${what} is the map of a script that the build does not contain; ${again}.`;
    const told = map.sources.find((source) => machinePath.test(source ?? ''));
    if (told) return yield `${what} names a path of the machine that built the map (${printable(told)}); ${again}.`;
  }
}

export function* playProblems({ private: kept }: Build): Generator<string> {
  const contents = kept.get(playsFile);
  if (!contents) return;
  const again = 'build the remote with the preset of shared-contracts';
  const { data: plays = [], error } = playsSchema.safeParse(parseJson(contents.toString('utf8')));
  const [issue] = error?.issues ?? [];
  if (issue) yield `${playsFile} is not valid at "${printable(issue.path.join('.'))}" (${printable(issue.message)}); ${again}.`;
  const [unknown] = unknownPlayWords(plays);
  if (unknown !== undefined) yield `${playsFile} names {{${printable(unknown)}}}, which is unknown; ${again}.`;
}

const textsSchema = z.record(z.string(), z.string());
/** Languages have different plural forms, so keys that differ only in the suffix are one text. */
const plural = /_(?:zero|one|two|few|many|other)$/;

/** The first text that is missing in one language. A build without texts passes. */
export function* textProblems({ private: kept }: Build): Generator<string> {
  const keysOf = new Map<string, Set<string>>();
  const files = languages.map((language) => `texts/${language}.json`);
  if (!files.some((file) => kept.has(file))) return;
  for (const file of files) {
    const text = readText(kept.get(file));
    // In another encoding, the bundler would replace letters by question marks.
    if (text instanceof EncodingError) return yield `${file} ${text.message} and build again.`;
    const texts = textsSchema.safeParse(parseJson(text)).data;
    if (!texts) return yield `The build has no ${file} of keys and texts; write the file and build again.`;
    keysOf.set(file, new Set(Object.keys(texts).map((key) => key.replace(plural, ''))));
  }
  const all = [...keysOf.values()].flatMap((keys) => [...keys]);
  for (const [file, keys] of keysOf) {
    const missing = all.find((key) => !keys.has(key));
    if (missing !== undefined)
      return yield `${file} has no "${printable(missing)}", which another language has; write the text and build again.`;
  }
}

function readText(contents: Buffer | undefined): string | EncodingError {
  try {
    return decodeText(contents ?? Buffer.alloc(0));
  } catch (error) {
    if (error instanceof EncodingError) return error;
    throw error;
  }
}

/** A page only joins the cut strings. @throws PublishRefusedError for a first paint that no page may embed */
export function cutFirstPaints({ release, served }: Build, initial: readonly string[]): VersionFirstPaints | undefined {
  const files = [...served].filter(([file]) => isFirstPaint(file));
  const limit = buildLimits.firstPaints;
  if (files.length > limit)
    throw new PublishRefusedError(`The build has ${files.length} first paints, but the limit is ${limit}; merge variants.`);
  if (files.length === 0) return undefined;
  const paints = files.map(([file, contents]) => [/([^/]+)\.html$/.exec(file)?.[1] ?? '', cutOne(file, contents)]);
  const styles = initial
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({
      ...inlined(file, served.get(file) ?? Buffer.of()),
      href: publicPath(release.name, release.version) + file,
    }));
  return { styles, paints: Object.fromEntries(paints) };
}

function cutOne(file: string, contents: Buffer) {
  try {
    return cutFirstPaint(contents.toString('utf8'));
  } catch (error) {
    if (!(error instanceof FirstPaintError)) throw error;
    throw new PublishRefusedError(`"${file}" ${printable(error.message)}; build again with the preset of shared-contracts.`);
  }
}

/** The browser would resolve relative addresses against the page, so publish refuses relative addresses. */
function inlined(file: string, contents: Buffer) {
  const text = contents.toString('utf8');
  const style = Buffer.from(text).equals(contents) ? inlineStyle(text) : undefined;
  if (style && !/url\(\s*["']?(?!\/|data:|#|https:)/i.test(text)) return style;
  throw new PublishRefusedError(
    `"${file}" has a relative url() or </style>, so that no page can embed the file with a first paint; build with the preset of shared-contracts.`,
  );
}
