import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { startDevServer } from '../dev-server.ts';
import { createLocalHost, createLocalRemotes } from '../local-builds.ts';
import { createLocalSets } from '../local-sets.ts';
import { createPageEvents } from '../page-events.ts';

/** `problems` has the printed lines. */
export function createDevServerParts() {
  const problems: string[] = [];
  const remotes = createLocalRemotes();
  const events = createPageEvents();
  const parts = { remotes, events, host: createLocalHost(), sets: createLocalSets(remotes, systemClock, () => {}) };
  const terminal = { say: () => undefined, problem: (line: string) => void problems.push(line) };
  const open = (siteOrigin: () => string, port = 0) => startDevServer({ ...parts, terminal, port, siteOrigin: async () => siteOrigin() });
  return { problems, remotes, events, open };
}
