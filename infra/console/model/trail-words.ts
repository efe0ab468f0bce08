import type { Words } from './failure-words.ts';
import type { TrailRecord } from './shapes.ts';

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

/** `visit 1.9.0, chat 1.3.0`, in the remotes' own names. */
export function versionList(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .sort()
    .join(', ');
}

const stringsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).map(([name, version]) => [name, text(version)]),
  );

/** What each action of the journal is in words; one that is not known yet is told by its name. */
const actions: Record<string, (payload: TrailRecord['payload']) => Words> = {
  'version-published': ({ name, version }) => ({ key: 'trail.published', values: { name: text(name), version: text(version) } }),
  'pin-set': ({ name, version, previous }) =>
    previous === null
      ? { key: 'trail.pinnedFirst', values: { name: text(name), version: text(version) } }
      : { key: 'trail.pinned', values: { name: text(name), version: text(version), previous: text(previous) } },
  'pin-removed': ({ name, previous }) => ({ key: 'trail.unpinned', values: { name: text(name), previous: text(previous) } }),
  'rollout-started': ({ versions, percent }) => ({
    key: 'trail.rolloutStarted',
    values: { versions: versionList(stringsOf(versions)), percent: text(percent) },
  }),
  'rollout-changed': ({ percent }) => ({ key: 'trail.rolloutChanged', values: { percent: text(percent) } }),
  'rollout-halted': ({ reason }) => ({ key: reason === 'failures' ? 'trail.rolloutFailed' : 'trail.rolloutHalted' }),
  'rolled-back': ({ toSequence }) => ({ key: 'trail.rolledBack', values: { sequence: text(toSequence) } }),
  'grant-issued': ({ remote, version, minutes }) => ({
    key: 'trail.granted',
    values: { name: text(remote), version: text(version), minutes: text(minutes) },
  }),
};

export function trailWords({ action, payload }: Pick<TrailRecord, 'action' | 'payload'>): Words {
  const tell = Object.hasOwn(actions, action) ? actions[action] : undefined;
  return tell?.(payload) ?? { key: 'trail.other', values: { action } };
}

/** The museum a record is about, `*` for the default; undefined for a publication, which is about none. */
export function museumOfRecord({ payload }: Pick<TrailRecord, 'payload'>): string | undefined {
  const { museumId } = payload;
  return typeof museumId === 'string' ? museumId : undefined;
}

/** Who last changed this remote's pin at this museum, of a trail that is newest first. */
export function lastPinChange(trail: readonly TrailRecord[], museumId: string, name: string): TrailRecord | undefined {
  const isAbout = ({ action, payload }: TrailRecord) =>
    action === 'rolled-back' || (['pin-set', 'pin-removed'].includes(action) && payload['name'] === name);
  return trail.find((record) => museumOfRecord(record) === museumId && isAbout(record));
}
