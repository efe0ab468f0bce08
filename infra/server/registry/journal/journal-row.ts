import { createHash } from 'node:crypto';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { canonicalJson } from '@enfilade/shared-contracts/releases/signed-set';
import type { z } from 'zod';
import { rowSchemaOf } from '../../database/site-database.ts';
import type { JournalRecord } from '../actions/actions.ts';
import { JournalBrokenError } from '../state/registry-error.ts';

/** The payload is canonical JSON, and the hash covers the hash of the row before. */
export const journalRowSchema = rowSchemaOf('journal');
export type JournalRow = z.infer<typeof journalRowSchema>;

/** Takes the place of the previous hash for the first row. */
export const chainStart = 'the journal of an Enfilade registry begins';

/**
 * SHA-256 in hexadecimal of the previous row's hash, a line feed, and the canonical JSON of the record:
 * `{"action":…,"actor":…,"at":…,"payload":{…},"seq":…}`. Readers of the audit log can verify the hash.
 */
export function rowHash(previous: string, { seq, at, actor, action, payload }: Omit<JournalRow, 'hash'>): string {
  const [quotedAction, quotedActor, quotedAt] = [action, actor, at].map((text) => JSON.stringify(text));
  const record = `{"action":${quotedAction},"actor":${quotedActor},"at":${quotedAt},"payload":${payload},"seq":${seq}}`;
  return createHash('sha256').update(`${previous}\n${record}`).digest('hex');
}

export function rowOf({ seq, at, actor, action, payload }: JournalRecord, previousHash: string): JournalRow {
  const columns = { seq, at, actor, action, payload: canonicalJson(payload) };
  return { ...columns, hash: rowHash(previousHash, columns) };
}

/** A newer release may have written a kind that this release does not have. @throws JournalBrokenError if the payload is not JSON */
export function recordOf({ seq, at, actor, action, payload }: Omit<JournalRow, 'hash'>): JournalRecord {
  const record: unknown = parseJson(payload);
  if (typeof record === 'object') return { seq, at, actor, action, payload: record } as JournalRecord;
  throw new JournalBrokenError(`Record ${seq} of the journal is not valid: its payload is not JSON.`);
}
