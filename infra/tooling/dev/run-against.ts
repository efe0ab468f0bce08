import { existsSync } from 'node:fs';
import path from 'node:path';
import { DevError } from './dev-error.ts';
import { pickRemote } from './find-remotes.ts';
import type { DevTask } from './read-arguments.ts';
import { probeSite } from './site/probe-site.ts';
import type { Terminal } from './terminal.ts';
import type { Workbench } from './workbench.ts';

export interface Places {
  /** The repository's root. */
  root: string;
  /** Where the caller stands. */
  cwd: string;
}

/** One screen of this checkout inside a running site. @throws DevError, DevUsageError */
export async function runAgainst(
  task: DevTask & { kind: 'against' },
  { root, cwd }: Places,
  { bench, terminal }: { bench: Workbench; terminal: Terminal },
): Promise<void> {
  const { name, site, port } = task;
  const folder = task.folder === undefined ? pickRemote(root, name).folder : path.resolve(cwd, task.folder);
  if (!existsSync(path.join(folder, 'rsbuild.config.ts'))) {
    throw new DevError(`${folder} has no rsbuild.config.ts; name a remote's own folder, such as \`npm run remotes -- new NAME\` makes.`);
  }
  await probeSite(site);
  const { origin } = await bench.serve({ port, siteOrigin: async () => site });
  terminal.say(`Building ${name} …`);
  await bench.watchRemotes([{ name, folder }]);
  terminal.say(`${name} inside ${site}: ${origin}/`);
}
