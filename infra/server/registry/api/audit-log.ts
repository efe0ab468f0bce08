import type { Registry } from '../registry.ts';
import type { JournalRecord } from '../state/record.ts';
import { allows, type Scope } from './scope.ts';

/** Of one response. */
const auditPageLength = 200;

interface AuditQuery {
  scope: Scope;
  /** At most this museum's records, or the default's for `*`. */
  museumId?: string | undefined;
  after: number;
}

/** The first 200 records after a number that the scope may see; a caller who may see everything gets them as they are. */
export async function readAuditLog(
  registry: Pick<Registry, 'audit' | 'listRollouts'>,
  { scope, museumId, after }: AuditQuery,
): Promise<JournalRecord[]> {
  const seen: JournalRecord[] = [];
  for (let last = after; seen.length < auditPageLength; ) {
    const page = await registry.audit(last);
    const newest = page.at(-1);
    if (!newest) break;
    last = newest.seq;
    seen.push(...page.filter((record) => isAbout(record, museumId) && maySee(registry, scope, record)));
  }
  return seen.slice(0, auditPageLength);
}

function isAbout({ payload }: JournalRecord, museumId: string | undefined): boolean {
  return museumId === undefined || ('museumId' in payload && payload.museumId === museumId);
}

/** By the rule the commands themselves are allowed by: every remote the record names, and its museum. A release belongs to no museum. */
function maySee(registry: Pick<Registry, 'listRollouts'>, scope: Scope, record: JournalRecord): boolean {
  const museum = 'museumId' in record.payload ? record.payload.museumId : undefined;
  return allows(scope, 'read', undefined, museum) && remotesOf(registry, record).every((remote) => allows(scope, 'read', remote));
}

function remotesOf(registry: Pick<Registry, 'listRollouts'>, { action, payload }: JournalRecord): string[] {
  switch (action) {
    case 'version-published':
    case 'pin-set':
    case 'pin-removed':
      return [payload.name];
    case 'rollout-started':
      return Object.keys(payload.versions);
    case 'rollout-changed':
    case 'rollout-halted':
      return Object.keys(registry.listRollouts(payload.museumId).find(({ id }) => id === payload.id)?.versions ?? { '*': '' });
    case 'rolled-back':
      return ['*'];
    case 'grant-issued':
      return [payload.remote];
  }
}
