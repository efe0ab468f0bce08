import { languages } from '@enfilade/shared-contracts/i18n/language';
import { decodeText, EncodingError } from '@enfilade/shared-contracts/kit/decode-text';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { playsSchema, unknownPlayWords } from '@enfilade/shared-contracts/remote/play';
import { z } from 'zod';
import { cutFirstPaint, FirstPaintError, inlineStyle, type VersionFirstPaints } from '../../http/first-paint-template.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { publicPath } from '../state/releases.ts';
import type { Build } from './build.ts';
import { type BuildFiles, buildLimits, isFirstPaint, mapPath, playsFile, printable, privateFolder } from './build-files.ts';

// What a build keeps beside what visitors are served, and what pages carry of it.

/** The fields that are read later; others are allowed. */
const mapSchema = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.nullable(z.string().max(1_000))).max(20_000),
  names: z.array(z.string()).optional(),
  mappings: z.string(),
});
/** On Windows, too. */
const machinePath = /^(?:[/\\]|[A-Za-z]:[/\\]|file:)/;

/** @throws PublishRefusedError for a map that cannot be read, maps nothing, or tells where it was built */
function checkMaps({ served, private: kept }: Build): void {
  const again = 'build it with the preset of shared-contracts, or leave the map out';
  for (const [file, contents] of kept) {
    const [, script] = mapPath.exec(file) ?? [];
    if (script === undefined) continue;
    const map = mapSchema.safeParse(parseJson(contents.toString('utf8')));
    if (!map.success) throw new PublishRefusedError(`"${privateFolder}${file}" is no source map of version 3; ${again}.`);
    if (!served.has(script))
      throw new PublishRefusedError(`"${privateFolder}${file}" is the map of a script that the build does not contain; ${again}.`);
    const told = map.data.sources.find((source) => machinePath.test(source ?? ''));
    if (told)
      throw new PublishRefusedError(
        `"${privateFolder}${file}" names a path of the machine it was built on (${printable(told)}); ${again}.`,
      );
  }
}

/** @throws PublishRefusedError for plays that nobody could play */
function checkPlays({ private: kept }: Build): void {
  const contents = kept.get(playsFile);
  if (!contents) return;
  const again = 'build the remote with the preset of shared-contracts';
  const { data: plays, error } = playsSchema.safeParse(parseJson(contents.toString('utf8')));
  const [issue] = error?.issues ?? [];
  if (issue)
    throw new PublishRefusedError(
      `${playsFile} is not valid at "${printable(issue.path.join('.'))}" (${printable(issue.message)}); ${again}.`,
    );
  const [unknown] = unknownPlayWords(plays ?? []);
  if (unknown !== undefined) throw new PublishRefusedError(`${playsFile} names {{${printable(unknown)}}}, which is unknown; ${again}.`);
}

const textsSchema = z.record(z.string(), z.string());
/** Languages count differently: what is said of one, of few and of many is one text. */
const plural = /_(?:zero|one|two|few|many|other)$/;

/** @throws PublishRefusedError for a text that a language lacks and another has; builds that keep none say nothing */
function checkTexts({ private: kept }: Build): void {
  const fileOf = (language: string) => `texts/${language}.json`;
  if (!languages.some((language) => kept.has(fileOf(language)))) return;
  const texts = languages.map((language) => {
    const { data, success } = textsSchema.safeParse(parseJson(readText(fileOf(language), kept)));
    if (!success) throw new PublishRefusedError(`The build has no ${fileOf(language)} of keys and texts; write it and build again.`);
    return { language, keys: new Set(Object.keys(data).map((key) => key.replace(plural, ''))) };
  });
  const all = new Set(texts.flatMap(({ keys }) => [...keys]));
  for (const { language, keys } of texts) {
    const missing = [...all].find((key) => !keys.has(key));
    if (missing === undefined) continue;
    throw new PublishRefusedError(
      `${fileOf(language)} has no "${printable(missing)}", which another language has; write it and build again.`,
    );
  }
}

/** What a team wrote: the bundler would take letters of another encoding for question marks. @throws PublishRefusedError */
function readText(file: string, kept: BuildFiles): string {
  try {
    return decodeText(kept.get(file) ?? Buffer.alloc(0));
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new PublishRefusedError(`${file} ${cause.message} and build again.`);
  }
}

/** Checks of private files. */
export const privateChecks = [checkPlays, checkMaps, checkTexts];

/**
 * What pages need of the first paints of a build, so that serving one is joining strings. Undefined for a build without any.
 * @param initial scripts and styles of the first view that pages carry beside a first paint
 * @throws PublishRefusedError for a first paint with anything in it that no page may carry
 */
export function cutFirstPaints({ release, served }: Build, initial: readonly string[]): VersionFirstPaints | undefined {
  const files = [...served].filter(([file]) => isFirstPaint(file));
  const limit = buildLimits.firstPaints;
  if (files.length > limit)
    throw new PublishRefusedError(`The build has ${files.length} first paints and may have ${limit}; join variants.`);
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
    const problem = `"${file}" ${printable(error.message)}, which no first paint may`;
    throw new PublishRefusedError(`${problem}; build it with the preset of shared-contracts.`);
  }
}

/** Pages carry the styles of the first view beside a first paint. A relative address would begin at the page. */
function inlined(file: string, contents: Buffer) {
  const text = contents.toString('utf8');
  const style = Buffer.from(text).equals(contents) ? inlineStyle(text) : undefined;
  if (style && !/url\(\s*["']?(?!\/|data:|#|https:)/i.test(text)) return style;
  throw new PublishRefusedError(
    `"${file}" has a relative url() or </style> in it, so that no page can carry it beside a first paint; build it with the preset of shared-contracts.`,
  );
}
