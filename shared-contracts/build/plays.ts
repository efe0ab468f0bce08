import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RsbuildPlugin, rspack } from '@rsbuild/core';
import { type Play, playsSchema, unknownPlayWords } from '../remote/play.ts';

/** Writes a remote's plays into its build, as `private/plays.json`; without `testing/plays.ts` it writes none. */
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

/** @throws Error that says what is wrong with which play */
export async function loadPlays(file: string): Promise<Play[]> {
  const { code } = rspack.experiments.swc.transformSync(await readFile(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  // Data and nothing else: what is evaluated here would be a part of the build that nobody sees.
  if (/^\s*import\b/m.test(code)) throw new Error(`${file} may import types alone`);
  const address = `data:text/javascript,${encodeURIComponent(code)}`;
  const written = (await import(address)) as { plays?: unknown };
  const { data, error } = playsSchema.safeParse(written.plays);
  const [issue] = error?.issues ?? [];
  if (!data) throw new Error(`${file} is not valid at "${issue?.path.join('.')}": ${issue?.message}`);
  const [unknown] = unknownPlayWords(data);
  if (unknown !== undefined) throw new Error(`${file} names {{${unknown}}}, which stands for nothing`);
  return data;
}
