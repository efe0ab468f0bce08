import { cutFirstPaint, FirstPaintError, inlineStyle, type VersionFirstPaints } from '../../http/first-paint-template.ts';
import { PublishRefusedError } from '../state/registry-error.ts';
import { publicPath } from '../state/releases.ts';
import type { BuildFacts } from './build-facts.ts';
import { buildLimits, isFirstPaint, printable } from './build-files.ts';

/**
 * What pages need of the first paints of a build, so that serving one is joining strings. Undefined for a build without any.
 * @param initial scripts and styles of the first view
 * @throws PublishRefusedError for a first paint with anything in it that no page may carry
 */
export function cutFirstPaints({ name, description, served }: BuildFacts, initial: readonly string[] = []): VersionFirstPaints | undefined {
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
      href: publicPath(name, description.version) + file,
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
