import {
  askedGroupSchema,
  auditRecordSchema,
  countsSchema,
  defaultOverviewSchema,
  earlierSetSchema,
  healthSchema,
  issuedGrantSchema,
  museumOverviewSchema,
  operatorSessionSchema,
  pinDifferenceSchema,
  rollbackResultSchema,
  screenVersionSchema,
  triedRolloutSchema,
  versionSummarySchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { z } from 'zod';

// What the console reads of the site's responses. Site and console are released apart: a field that is new is skipped, a word
// that may get more meanings is any text, and a field that older sites lack is optional.

const counts = countsSchema.strip();

export const operatorSchema = operatorSessionSchema.strip();
export type Operator = z.infer<typeof operatorSchema>;

const rolloutSchema = triedRolloutSchema.extend({ halted: z.string().nullable(), tried: counts.optional() }).strip();
export type Rollout = z.infer<typeof rolloutSchema>;
export const rolloutsSchema = z.object({ rollouts: z.array(rolloutSchema) });

const releases = { screens: z.record(z.string(), screenVersionSchema.strip()), rollouts: z.array(rolloutSchema) };
const defaultSchema = defaultOverviewSchema.extend(releases).strip();
export type DefaultOverview = z.infer<typeof defaultSchema>;
const museumSchema = museumOverviewSchema.extend({ ...releases, health: healthSchema.extend({ hours: z.array(counts) }).strip() }).strip();
export type MuseumOverview = z.infer<typeof museumSchema>;
export const overviewSchema = z.object({ museums: z.array(museumSchema), default: defaultSchema });
export type Overview = z.infer<typeof overviewSchema>;

const versionSchema = versionSummarySchema.pick({ version: true, publishedAt: true, failedAt: true }).strip();
export type Version = z.infer<typeof versionSchema>;
export const versionsSchema = z.object({ versions: z.array(versionSchema) });

const setSchema = earlierSetSchema.pick({ sequence: true, pins: true, at: true, actor: true }).strip();
export type EarlierSet = z.infer<typeof setSchema>;
export const historySchema = z.object({ sets: z.array(setSchema) });

export const rollbackSchema = rollbackResultSchema
  .pick({ halted: true })
  .extend({ changes: z.array(pinDifferenceSchema.strip()) })
  .strip();
export type RollbackPlan = z.infer<typeof rollbackSchema>;

export const grantSchema = issuedGrantSchema.strip();

const askedSchema = askedGroupSchema
  .extend({
    reasons: z.array(z.object({ reason: z.string(), visits: z.number() })),
    exhibitions: z.array(z.object({ exhibitionId: z.string(), name: z.string().optional(), visits: z.number() })),
  })
  .strip();
export type AskedGroup = z.infer<typeof askedSchema>;
export const questionsSchema = z.object({ questions: z.array(askedSchema) });

const recordSchema = auditRecordSchema.omit({ hash: true }).strip();
export type AuditRecord = z.infer<typeof recordSchema>;
export const auditSchema = z.object({ records: z.array(recordSchema) });
