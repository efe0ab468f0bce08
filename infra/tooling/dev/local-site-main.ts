import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLog } from '@enfilade/server/http/create-log';
import { findMistypedNames, parseSettings, secretsOf } from '@enfilade/server/main/settings';
import { describeStartError } from '@enfilade/server/main/start-errors';
import { type Site, startSite } from '@enfilade/server/main/start-site';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import type { SiteMessage } from './local-site.ts';

// The site behind `npm run dev`: the same as `npm start`, but its host is the one that is built while you work, and
// it publishes nothing, because the dev server pins every screen. Its parent is told where it listens.
async function main([root = '', hostDir = '', voiceDir = '', platformProgram = '']: readonly string[]): Promise<void> {
  for (const hint of findMistypedNames(process.env)) process.stderr.write(`${hint}\n`);
  const settings = parseSettings(process.env);
  const site = await startSite({
    settings,
    hostDir,
    voiceDir,
    speechProgram: path.join(root, 'infra/speech/main.mjs'),
    loadPlatform: () => import(/* webpackIgnore: true */ pathToFileURL(platformProgram).href),
    demoContentDir: path.join(root, 'infra/demo'),
    builds: [],
    clock: systemClock,
    log: createLog({ level: settings.LOG_LEVEL ?? 'warn', secrets: secretsOf(settings) }),
  });
  closeWithParent(site);
  const message: SiteMessage = { origin: site.origin, museums: site.museums };
  process.send?.(message);
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

// Whoever would say so may be gone.
const leave = () => process.exit();
process.once('disconnect', leave);
process.once('message', () => {
  process.off('disconnect', leave);
  main(process.argv.slice(2)).catch((error: unknown) => {
    fail(error);
    process.exit();
  });
});
