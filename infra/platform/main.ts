import { dirname } from 'node:path';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { pino } from 'pino';
import { ContentError } from './content/content-error.ts';
import { loadContent } from './content/load-content.ts';
import { createPlatform } from './platform.ts';
import { PlatformSettingsError, parsePlatformSettings } from './platform-settings.ts';

// The platform as a server of its own. `process.argv` knows where the built file lies; after bundling
// `import.meta` may speak of the source.
async function start(): Promise<void> {
  const { port, host, contentDirectory, logLevel, ...secrets } = parsePlatformSettings(process.env, dirname(process.argv[1] ?? ''));
  const content = await loadContent(contentDirectory);
  const app = await createPlatform({ ...secrets, content, clock: systemClock, logger: pino({ level: logLevel }, pino.destination(2)) });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close());
  process.stdout.write(`Platform at ${await app.listen({ port, host })}\n`);
}

start().catch((error: unknown) => {
  const isExpected = error instanceof PlatformSettingsError || error instanceof ContentError;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
});
