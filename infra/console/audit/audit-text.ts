import type { AuditRecord } from '@enfilade/shared-contracts/api/registry-schemas';
import { versionList } from '../common/versions.tsx';
import type { TextKey } from '../texts/texts.ts';

/** A text's key and what stands in it. */
interface AuditText {
  key: TextKey;
  values?: Record<string, string>;
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const list = (value: unknown): string => (Array.isArray(value) ? value.map(text).join(', ') : '');

const stringsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, version]) => [name, text(version)]),
  );

const halts: Record<string, TextKey> = { failures: 'audit.rolloutFailed', slower: 'audit.rolloutSlower' };

/** What each action is in words; an action without a text is shown by its name. */
const actions: Record<string, (payload: AuditRecord['payload']) => AuditText> = {
  'version-published': ({ name, version }) => ({ key: 'audit.published', values: { name: text(name), version: text(version) } }),
  'version-annotated': ({ name, version }) => ({ key: 'audit.annotated', values: { name: text(name), version: text(version) } }),
  'version-retired': ({ name, version }) => ({ key: 'audit.retired', values: { name: text(name), version: text(version) } }),
  'policy-set': ({ name, policy }) => {
    const { workflow, repository } = stringsOf(policy);
    return workflow === undefined
      ? { key: 'audit.policyRemoved', values: { name: text(name) } }
      : { key: 'audit.policySet', values: { name: text(name), workflow, repository: text(repository) } };
  },
  'pipeline-token-issued': ({ name, minutes }) => ({ key: 'audit.pipelineToken', values: { name: text(name), minutes: text(minutes) } }),
  'pin-set': ({ name, version, previous }) =>
    previous === null
      ? { key: 'audit.pinnedFirst', values: { name: text(name), version: text(version) } }
      : { key: 'audit.pinned', values: { name: text(name), version: text(version), previous: text(previous) } },
  'pin-removed': ({ name, previous }) => ({ key: 'audit.unpinned', values: { name: text(name), previous: text(previous) } }),
  'screen-declared': ({ name, version }) => ({ key: 'audit.declared', values: { name: text(name), version: text(version) } }),
  'screen-left-out': ({ name }) => ({ key: 'audit.leftOut', values: { name: text(name) } }),
  'screen-taken-in': ({ name }) => ({ key: 'audit.takenIn', values: { name: text(name) } }),
  'rollout-started': ({ versions, percent, steps }) => ({
    key: steps === undefined ? 'audit.rolloutStarted' : 'audit.rolloutSteps',
    values: { versions: versionList(stringsOf(versions)), percent: text(percent), steps: list(steps) },
  }),
  'rollout-changed': ({ percent }) => ({ key: 'audit.rolloutChanged', values: { percent: text(percent) } }),
  'rollout-halted': ({ reason }) => ({ key: halts[text(reason)] ?? 'audit.rolloutHalted' }),
  'version-failed': ({ name, version, visits }) => ({
    key: 'audit.versionFailed',
    values: { name: text(name), version: text(version), visits: text(visits) },
  }),
  'rolled-back': ({ toSequence }) => ({ key: 'audit.rolledBack', values: { sequence: text(toSequence) } }),
  'token-issued': ({ name, actions, remotes, museums, days }) => ({
    key: 'audit.tokenIssued',
    values: { name: text(name), days: text(days), actions: list(actions), remotes: list(remotes), museums: list(museums) },
  }),
  'token-revoked': ({ name }) => ({ key: 'audit.tokenRevoked', values: { name: text(name) } }),
  'operator-logged-in': () => ({ key: 'audit.loggedIn' }),
  'operator-logged-out': () => ({ key: 'audit.loggedOut' }),
  'login-refused': ({ name, times }) =>
    name === null
      ? { key: 'audit.unknownRefused', values: { times: text(times) } }
      : { key: 'audit.loginRefused', values: { name: text(name), times: text(times) } },
  'grant-issued': ({ remote, version, minutes }) => ({
    key: 'audit.granted',
    values: { name: text(remote), version: text(version), minutes: text(minutes) },
  }),
};

export function auditText({ action, payload }: Pick<AuditRecord, 'action' | 'payload'>): AuditText {
  const describe = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return describe?.(payload) ?? { key: 'audit.other', values: { action } };
}

/** The museum a record is about, `*` for the default; undefined for a publication, which is about none. */
export function museumOfRecord({ payload }: Pick<AuditRecord, 'payload'>): string | undefined {
  const { museumId } = payload;
  return typeof museumId === 'string' ? museumId : undefined;
}

/** Who last changed this remote's pin at this museum, of records that are newest first. */
export function lastPinChange(records: readonly AuditRecord[], museumId: string, name: string): AuditRecord | undefined {
  const isAbout = ({ action, payload }: AuditRecord) =>
    action === 'rolled-back' || (['pin-set', 'pin-removed'].includes(action) && payload['name'] === name);
  return records.find((record) => museumOfRecord(record) === museumId && isAbout(record));
}
