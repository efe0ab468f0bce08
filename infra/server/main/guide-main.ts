import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { runGuideCommand } from '@enfilade/platform/check-guide';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { languageModelOf } from './local-platform.ts';
import { parseSettings } from './settings.ts';

// The entry of `npm run guide`, run from the repository's root.
const command = pathToFileURL(path.resolve('infra/platform/dist/guide.mjs')).href;
const platform = (await import(/* webpackIgnore: true */ command)) as { runGuideCommand: typeof runGuideCommand };
await platform.runGuideCommand(() => {
  const settings = parseSettings(process.env);
  return {
    contentDir: path.resolve(settings.CONTENT_DIR ?? 'infra/demo'),
    dataDir: path.resolve(settings.DATA_DIR),
    ...languageModelOf({ settings, clock: systemClock }),
  };
});
