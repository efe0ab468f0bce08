import { auditSchema } from '@enfilade/shared-contracts/api/registry-schemas';
import type { z } from 'zod';
import { readNumber, readOptionalText, readPositionals } from '../arguments.ts';
import type { RegistryClient } from '../client/registry-client.ts';
import type { Command } from '../command.ts';
import { formatTable } from '../table.ts';
import { nameReleases } from '../words.ts';

type AuditRecord = z.infer<typeof auditSchema>['records'][number];

export const audit: Command = {
  takes: '[--after NUMBER]',
  does: 'shows who changed what, oldest first',
  options: { after: { type: 'string' } },
  async run(given, use) {
    readPositionals(given);
    const isLater = readOptionalText(given, 'after') !== undefined;
    const after = isLater ? readNumber(given, 'after', { least: 0, most: Number.MAX_SAFE_INTEGER }) : 0;
    const records = await readTrail(await use.registry(), after);
    const rows = records.map(({ seq, at, actor, action, payload }) => [String(seq), at, actor, action, describe(payload)]);
    return { json: { records }, text: formatTable(['number', 'at', 'by', 'what', 'of'], rows) };
  },
};

/** The registry tells it in pages; the last one is empty. */
async function readTrail(registry: RegistryClient, after: number): Promise<AuditRecord[]> {
  const records: AuditRecord[] = [];
  for (;;) {
    const last = records.at(-1)?.seq ?? after;
    const page = await registry.call({ method: 'GET', path: `/audit?after=${last}`, answer: auditSchema });
    if (page.records.length === 0) return records;
    records.push(...page.records);
  }
}

/** Every plain fact of a record, whatever its kind: records of kinds to come can be read as well. */
function describe(payload: AuditRecord['payload']): string {
  return Object.entries(payload)
    .map(([key, value]) => [key, key === 'versions' || key === 'pins' ? nameReleases(value as Record<string, string>) : value])
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
}
