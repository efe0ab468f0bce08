import { setTimeout as wait } from 'node:timers/promises';
import type { JournalRecord } from '@enfilade/server/registry/actions/actions';
import { packBuild, remoteFiles } from '@enfilade/server/registry/testing/built-remote';
import { createClient } from './cluster-test.ts';
import type { Cluster } from './start-cluster.ts';

/** A team's pipeline and an operator, who repeat every unacknowledged write. */
interface Written {
  /** Acknowledged versions and pins. */
  published: string[];
  pinned: string[];
  requests: number;
  failures: string[];
}

const name = 'landing';
const everyMs = 1_000;
const againMs = 500;

/** Each second publishes a version and pins it, through the cluster's proxy. */
export function startWriter(cluster: Cluster, { token, museumId }: { token: string; museumId: string }) {
  const client = createClient(cluster);
  const headers = { authorization: `Bearer ${token}` };
  const written: Written = { published: [], pinned: [], requests: 0, failures: [] };
  let isOver = false;
  let pinnedLast: string | null = null;

  /** Undefined if no answer arrived. */
  const write = async (method: string, path: string, body: object): Promise<number | undefined> => {
    written.requests += 1;
    const answer = await client.send(method, `/registry/v1${path}`, { headers, body }).catch((error: Error) => error);
    if (answer instanceof Error || answer.status >= 300)
      written.failures.push(`${method} ${path}: ${answer instanceof Error ? answer.message : `${answer.status} ${answer.text}`}`);
    return answer instanceof Error ? undefined : answer.status;
  };
  const isDone = (status: number | undefined) => status !== undefined && status < 300;
  const publish = async (version: string) => {
    const archive = packBuild(remoteFiles({ name, version, text: version }));
    while (!isDone(await write('POST', `/remotes/${name}/versions`, archive))) await wait(againMs);
    written.published.push(version);
  };
  const pin = async (version: string) => {
    const path = `/museums/${museumId}/pins/${name}`;
    for (;;) {
      const status = await write('PUT', path, { version, expected: pinnedLast });
      if (isDone(status)) written.pinned.push(version);
      // An earlier try succeeded, and its response was lost.
      if (isDone(status) || status === 409) break;
      await wait(againMs);
    }
    pinnedLast = version;
  };
  const all = (async () => {
    for (let at = 1; !isOver; at += 1) {
      const version = `9.${at}.0`;
      await publish(version);
      await pin(version);
      await wait(everyMs);
    }
  })();

  return {
    written,
    async stop(): Promise<void> {
      isOver = true;
      await all;
    },
    /** Acknowledged writes that are not in the journal exactly once, and duplicate records. */
    async findLost(): Promise<string[]> {
      const records = await readJournal(client, headers);
      client.close();
      const times = (action: JournalRecord['action'], version: string) =>
        records.filter(
          ({ action: done, payload }) =>
            done === action && 'version' in payload && payload.version === version && 'name' in payload && payload.name === name,
        ).length;
      return [
        ...written.published.map((version) => [version, 'published', times('version-published', version)] as const),
        ...written.pinned.map((version) => [version, 'pinned', times('pin-set', version)] as const),
      ].flatMap(([version, what, found]) => (found === 1 ? [] : `${version} is in the journal ${found} times as ${what} instead of once`));
    },
  };
}

async function readJournal(client: ReturnType<typeof createClient>, headers: Record<string, string>): Promise<JournalRecord[]> {
  const records: JournalRecord[] = [];
  for (;;) {
    const { text } = await client.send('GET', `/registry/v1/audit?after=${records.at(-1)?.seq ?? 0}`, { headers });
    const page = (JSON.parse(text) as { records: JournalRecord[] }).records;
    if (page.length === 0) return records;
    records.push(...page);
  }
}
