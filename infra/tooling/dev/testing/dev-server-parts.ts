import { startDevServer } from '../dev-server.ts';
import { createLocalBuilds } from '../local-builds.ts';

/** `problems` has the printed lines. */
export function createDevServerParts() {
  const problems: string[] = [];
  const builds = createLocalBuilds();
  const terminal = { say: () => undefined, problem: (line: string) => void problems.push(line) };
  const open = (siteOrigin: () => string, port = 0) => startDevServer({ builds, terminal, port, siteOrigin: async () => siteOrigin() });
  return { problems, builds, open };
}
