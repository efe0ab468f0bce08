import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '@enfilade/server/http/create-log';
import { findMistypedNames, parseSettings, secretsOf } from '@enfilade/server/main/settings';
import { describeStartError } from '@enfilade/server/main/start-errors';
import { type Site, startSite } from '@enfilade/server/main/start-site';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import type { SiteFolders, SiteMessage } from './local-site.ts';

/**
 * The site behind `npm run dev`: the same as `npm start`, but its host is the one that is built while you work, and
 * it publishes nothing, because the dev server pins every screen. Its parent is told where it listens.
 */
export async function runLocalSite({ root, hostDir, voiceDir, platformProgram }: SiteFolders): Promise<void> {
  for (const hint of findMistypedNames(process.env)) process.stderr.write(`${hint}\n`);
  try {
    const settings = parseSettings(process.env);
    const site = await startSite({
      settings,
      hostDir,
      voiceDir,
      speechProgram: path.join(root, 'infra/speech/main.mjs'),
      loadPlatform: () => import(/* webpackIgnore: true */ pathToFileURL(platformProgram).href),
      demoContentDir: path.join(root, 'infra/demo'),
      builds: [],
      // The next one waits for its end, and what is asked meanwhile is asked of that one.
      serverLimits: { farewellMs: 0, overdueMs: 0 },
      clock: systemClock,
      log: createLog({ level: settings.LOG_LEVEL ?? 'warn', secrets: secretsOf(settings) }),
    });
    closeWithParent(site);
    const message: SiteMessage = { origin: site.origin, museums: site.museums };
    process.send?.(message);
  } catch (error) {
    fail(error);
    process.exit();
  }
}

/** Ctrl-C reaches this process as well; a parent that was killed leaves nothing behind. */
function closeWithParent(site: Site): void {
  let isClosing = false;
  const close = () => {
    if (isClosing) return;
    isClosing = true;
    void site
      .close()
      .catch(fail)
      .finally(() => process.exit());
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
  process.on('disconnect', close);
}

function fail(error: unknown): void {
  process.stderr.write(`${describeStartError(error)}\n`);
  process.exitCode = 1;
}
