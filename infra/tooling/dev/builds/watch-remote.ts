import { mergeRsbuildConfig } from '@rsbuild/core';
import type { PageEvents } from '../server/page-events.ts';
import type { Terminal } from '../terminal.ts';
import { inspectLocalBuild } from './local-build.ts';
import type { LocalRemotes } from './local-remotes.ts';
import { type WatchedBuild, watchBuild } from './watch-build.ts';

/** Where a remote's sources lie. */
export interface RemoteFolder {
  name: string;
  folder: string;
}

export interface WatchRemoteOptions extends RemoteFolder {
  outDir: string;
  remotes: LocalRemotes;
  events: PageEvents;
  terminal: Terminal;
}

/** Keeps the newest build of a remote that passes the gate in every page. Built as for publishing, with source maps. */
export async function watchRemote({ name, folder, outDir, remotes, events, terminal }: WatchRemoteOptions): Promise<WatchedBuild> {
  function refuse(problems: readonly string[], what: string): void {
    const last = remotes.releases().find((release) => release.name === name);
    const words = [
      ...problems.map((problem) => `${name}: ${problem}`),
      `${name} ${what}; pages keep ${last?.version ?? 'the site’s version'}.`,
    ];
    for (const line of words) terminal.problem(line);
    events.send('problem', words.join('\n'));
  }
  return watchBuild({
    folder,
    outDir,
    adapt: (config) => mergeRsbuildConfig(config, { output: { distPath: { root: outDir }, sourceMap: { js: 'source-map', css: true } } }),
    onFailed: (cause) => refuse(cause === undefined ? [] : [String(cause)], 'does not build'),
    async onBuilt(files, milliseconds) {
      const inspected = inspectLocalBuild(name, await files());
      if ('problems' in inspected) return refuse(inspected.problems, 'would be refused by the registry');
      const { version } = inspected.build.release;
      if (!remotes.put(inspected.build)) return terminal.say(`${name} ${version} is as it was (${milliseconds} ms)`);
      terminal.say(`${name} ${version} built in ${milliseconds} ms`);
      events.send('built', version);
    },
  });
}
