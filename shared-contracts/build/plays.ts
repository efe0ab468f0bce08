import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RsbuildPlugin, rspack } from '@rsbuild/core';
import { type Play, playsSchema, unknownPlayWords } from '../remote/play.ts';

/** Writes `private/plays.json`, if the folder has `testing/plays.ts`. */
export function plays(folder: string): RsbuildPlugin {
  const file = path.join(folder, 'testing/plays.ts');
  return {
    name: 'enfilade-plays',
    setup(api) {
      api.processAssets({ stage: 'report' }, async ({ compilation, sources }) => {
        if (!existsSync(file)) return;
        compilation.fileDependencies.add(file);
        compilation.emitAsset('private/plays.json', new sources.RawSource(`${JSON.stringify(await loadPlays(file))}\n`));
      });
    },
  };
}

/** @throws Error that names the file, the place and the problem */
export async function loadPlays(file: string): Promise<Play[]> {
  const { code } = rspack.experiments.swc.transformSync(await readFile(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  // The build evaluates the file. An import would run other code unseen.
  if (/^\s*import\b/m.test(code)) throw new Error(`${file} may import types alone; write its values in this file.`);
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  const written = (await import(address)) as { plays?: unknown };
  const { data, error } = playsSchema.safeParse(written.plays);
  const [issue] = error?.issues ?? [];
  if (!data) throw new Error(`${file} is not valid at "${issue?.path.join('.')}": ${issue?.message}`);
  const [unknown] = unknownPlayWords(data);
  if (unknown !== undefined)
    throw new Error(`${file} names {{${unknown}}}, which is not a word of plays; remove the braces or use a word of docs/releases.md.`);
  return data;
}
