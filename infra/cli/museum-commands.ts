import {
  type Arguments,
  forMuseum,
  museumOption,
  museumOrAllOptions,
  nameReleases,
  readMuseum,
  readMuseumKey,
  readNumber,
  readOptionalText,
  readPositionals,
  readRelease,
  UsageError,
} from '@enfilade/server/registry/actions/arguments';
import { issueGrant } from '@enfilade/server/registry/actions/grant';
import { auditSchema, type MuseumKey, museumKeySchema, rolloutsSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import { remoteNameSchema, remoteVersionSchema } from '@enfilade/shared-contracts/releases/release-set';
import { z } from 'zod';
import { type Command, CommandFailedError, callAction, formatTable, type RegistryClient } from './command.ts';

export const set: Command = {
  usage: '--museum ID|--all',
  help: 'shows the release set of a museum, or of a museum without pins',
  options: museumOrAllOptions,
  async run(given, environment) {
    readPositionals(given);
    const museumId = readMuseumKey(given);
    const registry = await environment.registry();
    const json = await registry.call({ method: 'GET', path: `/museums/${museumId}/set`, response: setAnswerSchema });
    const whose = json.museumId === '*' ? 'The default of all museums' : `Museum ${json.museumId}`;
    const rows = Object.entries(json.remotes).map(([name, { version, ...built }]) => [name, version, built.contract]);
    const table = formatTable(['remote', 'version', 'contract'], rows);
    const running = await describeRunning(registry, museumId);
    return { json, text: [`${whose}: set ${json.sequence} of ${json.issuedAt}`, table, ...running].join('\n') };
  },
};

/** Visitors of a rollout get other versions than the set's. */
async function describeRunning(registry: RegistryClient, museumId: MuseumKey): Promise<string[]> {
  const places = museumId === '*' ? [museumId] : [museumId, '*'];
  try {
    const found = places.map((place) => registry.call({ method: 'GET', path: `/museums/${place}/rollouts`, response: rolloutsSchema }));
    const running = (await Promise.all(found)).flatMap(({ rollouts }) => rollouts.filter(({ halted }) => halted === null));
    return running.map(
      ({ id, versions, percent, museumId: of }) => `Rollout ${id}: ${nameReleases(versions)} to ${percent} % of visitors ${forMuseum(of)}`,
    );
  } catch (error) {
    // A rollout names all remotes that were tested together, so seeing a rollout requires more rights than seeing the set.
    if (error instanceof CommandFailedError) return [`Rollouts are not shown: ${error.message}`];
    throw error;
  }
}

/** The text shows these fields. `--json` prints the other fields, such as files and signature, unchanged. */
export const setAnswerSchema = z.looseObject({
  /** `*` if the museum gets the default set. */
  museumId: museumKeySchema,
  sequence: z.number().int().nonnegative(),
  issuedAt: z.iso.datetime(),
  remotes: z.record(remoteNameSchema, z.looseObject({ version: remoteVersionSchema, contract: z.string() })),
});

const longestMinutes = 1_440;

export const grant: Command = {
  usage: 'NAME@VERSION --museum ID --minutes MINUTES',
  help: 'prints a link that shows one version at one museum for some minutes',
  options: { ...museumOption, minutes: { type: 'string' } },
  async run(given, environment) {
    const [release = ''] = readPositionals(given, 'one release such as visit@1.9.0');
    const { name: remote, version } = readRelease(release);
    const museumId = readMuseum(given);
    const minutes = readNumber(given, 'minutes', { least: 1, most: longestMinutes });
    const registry = await environment.registry();
    const issued = await callAction(registry, issueGrant, { remote, version, museumId, minutes });
    const url = new URL(`/?${new URLSearchParams({ museum: museumId, grant: issued.grant })}`, registry.url).href;
    const text = `${url}\nEverybody who opens the link sees ${remote} ${version} at museum ${museumId} until ${issued.expiresAt}.`;
    return { json: { ...issued, url }, text };
  },
};

type AuditRecord = z.infer<typeof auditSchema>['records'][number];

export const audit: Command = {
  usage: '[--museum ID|--all] [--since DAY] [--after NUMBER]',
  help: 'shows who changed what, oldest first',
  options: { ...museumOrAllOptions, after: { type: 'string' }, since: { type: 'string' } },
  async run(given, environment) {
    readPositionals(given);
    const isLater = readOptionalText(given, 'after') !== undefined;
    const after = isLater ? readNumber(given, 'after', { least: 0, most: Number.MAX_SAFE_INTEGER }) : 0;
    const ofOne = readOptionalText(given, 'museum') !== undefined || given.values['all'] === true;
    const query = { ...(ofOne && { museum: readMuseumKey(given) }), ...readSince(given) };
    const records = await readAuditLog(await environment.registry(), after, query);
    const rows = records.map(({ seq, at, actor, action, payload }) => [String(seq), at, actor, action, describe(payload)]);
    return { json: { records }, text: formatTable(['number', 'at', 'by', 'what', 'of'], rows) };
  },
};

/** A UTC day, or a time with its zone. */
function readSince(given: Arguments): { since?: string } {
  const text = readOptionalText(given, 'since');
  if (text === undefined) return {};
  const moment = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) throw new UsageError('--since must be a day such as 2026-11-01, or a moment such as 2026-11-01T08:00:00Z');
  return { since: new Date(moment).toISOString() };
}

async function readAuditLog(registry: RegistryClient, after: number, query: Record<string, string>): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for (let next: number | undefined = after; next !== undefined; ) {
    const path = `/audit?${new URLSearchParams({ after: String(next), ...query })}`;
    const page: z.infer<typeof auditSchema> = await registry.call({ method: 'GET', path, response: auditSchema });
    records.push(...page.records);
    next = page.next;
  }
  return records;
}

/** Lists every plain field, so that records of future kinds can be shown. */
function describe(payload: AuditRecord['payload']): string {
  return Object.entries(payload)
    .filter(([key]) => key !== 'initial')
    .map(([key, value]): [string, unknown] => [
      String(key),
      key === 'versions' || key === 'pins' ? nameReleases(value as Record<string, string>) || 'none' : value,
    ])
    .flatMap(([key, value]) => {
      const text = describeFact(value);
      return text === undefined ? [] : [`${key} ${text}`];
    })
    .join(', ');
}

/** Undefined for a value with fields of its own. */
function describeFact(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return 'none';
  if (Array.isArray(value)) return value.map(String).join(' ') || 'none';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
