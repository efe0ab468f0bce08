import path from 'node:path';
import { mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { watchBuild } from './builds/watch-build.ts';
import { findRemotes } from './find-remotes.ts';
import type { Places } from './run-against.ts';
import { createLocalSite } from './site/local-site.ts';
import type { SiteMessage } from './site/site-message.ts';
import type { Terminal } from './terminal.ts';
import type { Workbench } from './workbench.ts';

/** The whole site on this machine: screens are exchanged in place, a change of host or servers makes pages load anew. */
export async function runEverything(
  { port }: { port: number },
  { root }: Places,
  { bench, terminal }: { bench: Workbench; terminal: Terminal },
): Promise<void> {
  const hostFolder = path.join(root, 'host');
  const serverFolder = path.join(root, 'infra/server');
  const platformFolder = path.join(root, 'infra/platform');
  const hostDir = bench.outDirIn(hostFolder);
  const serverDir = bench.outDirIn(serverFolder);
  const platformDir = bench.outDirIn(platformFolder);
  const platformProgram = path.join(platformDir, 'servers/embedded.mjs');
  const site = createLocalSite({ root, hostDir, voiceDir: path.join(platformDir, 'voice'), platformProgram }, process.env);
  bench.own(site.close);
  let letPagesIn: () => void = () => undefined;
  const isBuilt = new Promise<void>((resolve) => {
    letPagesIn = resolve;
  });
  const { origin } = await bench.serve({ port, siteOrigin: () => isBuilt.then(site.origin) });
  terminal.say('Building everything …');
  const built = new Set<string>();
  let isToldOf = false;

  async function restart(part: string, milliseconds: number): Promise<void> {
    built.add(part);
    terminal.say(`${part} built in ${milliseconds} ms`);
    if (built.size < 3) return;
    try {
      const { museums } = await site.restart(path.join(serverDir, 'servers/site.mjs'));
      if (part === 'host') bench.events.send('reload', part);
      await isBuilt;
      if (!isToldOf) tell(museums);
      isToldOf = true;
    } catch (error) {
      terminal.problem(`${error instanceof Error ? error.message : String(error)} It is started again after the next change.`);
    }
  }
  function tell(museums: SiteMessage['museums']): void {
    for (const { name, address, wallCode } of museums) {
      terminal.say(`${name} — ${origin}${address.slice(new URL(address).origin.length)}${wallCode ? ` (code ${wallCode})` : ''}`);
    }
  }
  const watch = (part: string, folder: string, outDir: string, adapt: (config: RsbuildConfig) => RsbuildConfig) =>
    watchBuild({
      folder,
      outDir,
      adapt,
      onFailed: (cause) =>
        terminal.problem(`${part} does not build${cause === undefined ? '' : ` (${cause})`}; the site goes on as it was.`),
      // Not waited for: the bundler would not look at the next change before the site runs.
      onBuilt: async (_, milliseconds) => void restart(part, milliseconds),
    });

  const watched = await Promise.all([
    watch('host', hostFolder, hostDir, (config) =>
      mergeRsbuildConfig(config, { output: { distPath: { root: hostDir }, sourceMap: { js: 'source-map', css: true } } }),
    ),
    watch('server', serverFolder, serverDir, (config) => adaptServers(config, serverDir, { site: '../tooling/dev/site/main.ts' })),
    watch('platform', platformFolder, platformDir, (config) => adaptServers(config, platformDir, { embedded: './platform.ts' })),
    bench.watchRemotes(findRemotes(root)),
  ]);
  letPagesIn();
  for (const build of watched) if (build) bench.own(build.close);
}

/** The servers' own build with the dev server's site for its entry, away from what `npm start` runs. */
function adaptServers(config: RsbuildConfig, outDir: string, entry: Record<string, string>): RsbuildConfig {
  const { servers, voice } = config.environments ?? {};
  return {
    ...config,
    environments: {
      servers: {
        ...servers,
        source: { ...servers?.source, entry },
        output: { ...servers?.output, distPath: { root: path.join(outDir, 'servers') } },
      },
      ...(voice && { voice: { ...voice, output: { ...voice.output, distPath: { root: path.join(outDir, 'voice'), js: '' } } } }),
    },
  };
}
