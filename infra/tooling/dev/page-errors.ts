import { SourceMap } from 'node:module';
import { parseJson } from '@enfilade/shared-contracts/kit/json';

/** Maps name sources as in `webpack://enfilade/mfe-visit/screen.tsx`. */
export const sourceScheme = 'webpack://enfilade/';

/** A script's address with line and column in a stack. */
const place = /\bhttps?:\/\/[^/\s]+(\/[^\s():?]+)(?:\?[^\s():]*)?:(\d+):(\d+)/g;
// Control characters that act on a terminal. Line breaks and tabs stay.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const frameOfPackage = /\n\s+at .*\/node_modules\/.*/g;
const longest = 10_000;

/** @param readMap reads a script's map by the script's path in the site */
export function readPageError(text: string, readMap: (script: string) => Buffer | undefined): string {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (script: string) => {
    if (!maps.has(script)) maps.set(script, parseMap(readMap(script)));
    return maps.get(script);
  };
  const located = text.slice(0, longest).replace(place, (found: string, script: string, line: string, column: string) => {
    const entry = mapOf(script)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return found;
    return `${entry.originalSource.replace(sourceScheme, '')}:${entry.originalLine + 1}`;
  });
  return located.replace(frameOfPackage, '').replace(control, '');
}

function parseMap(bytes: Buffer | undefined): SourceMap | undefined {
  const payload = bytes && parseJson(bytes.toString('utf8'));
  return payload ? new SourceMap(payload as ConstructorParameters<typeof SourceMap>[0]) : undefined;
}
