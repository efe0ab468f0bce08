import {
  askedGroupSchema,
  auditRecordSchema,
  countsSchema,
  defaultOverviewSchema,
  earlierSetSchema,
  errorBudgetSchema,
  errorFrameSchema,
  errorGroupSchema,
  haltCauseSchema,
  healthSchema,
  identityProviderSchema,
  issuedGrantSchema,
  museumOverviewSchema,
  operatorSessionSchema,
  pinDifferenceSchema,
  rollbackResultSchema,
  screenVersionSchema,
  spentDaySchema,
  tokenSummarySchema,
  triedRolloutSchema,
  versionVitalsSchema,
} from '@enfilade/shared-contracts/api/registry-schemas';
import { versionSummarySchema } from '@enfilade/shared-contracts/api/version-schemas';
import { declarationSchema } from '@enfilade/shared-contracts/releases/declaration';
import { z } from 'zod/mini';

// What the console reads of the site's responses. Site and console are released apart: a field that is new is skipped, a word
// that may get more meanings is any text, and a field that older sites lack is optional.

const counts = z.object(countsSchema.shape);

export const operatorSchema = z.object(operatorSessionSchema.shape);
export type Operator = z.infer<typeof operatorSchema>;

const sideSchema = z.object({ visits: z.number(), value: z.number() });
const causeSchema = z.object({ ...haltCauseSchema.shape, signal: z.string(), rolledOut: sideSchema, stable: sideSchema });
export type HaltCause = z.infer<typeof causeSchema>;
const rolloutSchema = z.object({
  ...triedRolloutSchema.shape,
  halted: z.nullable(z.string()),
  cause: z.optional(causeSchema),
  tried: z.optional(counts),
});
export type Rollout = z.infer<typeof rolloutSchema>;
export const rolloutsSchema = z.object({ rollouts: z.array(rolloutSchema) });

const releases = {
  screens: z.record(z.string(), z.object(screenVersionSchema.shape)),
  rollouts: z.array(rolloutSchema),
  leftOut: z.optional(z.array(z.string())),
};
const defaultSchema = z.object({ ...defaultOverviewSchema.shape, ...releases });
export type DefaultOverview = z.infer<typeof defaultSchema>;
const museumSchema = z.object({
  ...museumOverviewSchema.shape,
  ...releases,
  health: z.object({ ...healthSchema.shape, hours: z.array(counts) }),
});
export type MuseumOverview = z.infer<typeof museumSchema>;
export const overviewSchema = z.object({
  museums: z.array(museumSchema),
  default: defaultSchema,
  declarations: z.optional(z.record(z.string(), declarationSchema)),
});
export type Overview = z.infer<typeof overviewSchema>;

const spentDay = z.pick(z.object(spentDaySchema.shape), { day: true, cents: true });
export type SpentDay = z.infer<typeof spentDay>;
export const spendingSchema = z.object({ days: z.array(spentDay) });

const versionSchema = z.object({
  ...z.pick(z.object(versionSummarySchema.shape), { version: true, publishedAt: true, failedAt: true }).shape,
  ...z.pick(z.object(versionSummarySchema.shape), { note: true, author: true, retiredAt: true }).shape,
});
export type Version = z.infer<typeof versionSchema>;
export const versionsSchema = z.object({ versions: z.array(versionSchema) });

const figure = z.nullable(z.object({ p50: z.number(), p75: z.number() }));
const vitalsOfVersion = z.object({ ...versionVitalsSchema.shape, usableMs: figure, inpMs: figure, shift: figure, longTaskMs: figure });
export type VersionVitals = z.infer<typeof vitalsOfVersion>;
export const vitalsSchema = z.object({ versions: z.array(vitalsOfVersion) });

const setSchema = z.pick(z.object(earlierSetSchema.shape), { sequence: true, pins: true, at: true, actor: true });
export type EarlierSet = z.infer<typeof setSchema>;
export const historySchema = z.object({ sets: z.array(setSchema) });

export const rollbackSchema = z.object({
  halted: rollbackResultSchema.shape.halted,
  changes: z.array(z.object(pinDifferenceSchema.shape)),
});
export type RollbackPlan = z.infer<typeof rollbackSchema>;

export const providerSchema = z.object(identityProviderSchema.shape);

const tokenSchema = z.object({ ...tokenSummarySchema.shape, actions: z.array(z.string()) });
export type Token = z.infer<typeof tokenSchema>;
export const tokensSchema = z.object({ tokens: z.array(tokenSchema) });
export const issuedTokenSchema = z.extend(tokenSchema, { secret: z.string() });

export const grantSchema = z.object(issuedGrantSchema.shape);

const askedSchema = z.object({
  ...askedGroupSchema.shape,
  reasons: z.array(z.object({ reason: z.string(), visits: z.number() })),
  exhibitions: z.array(z.object({ exhibitionId: z.string(), name: z.optional(z.string()), visits: z.number() })),
});
export type AskedGroup = z.infer<typeof askedSchema>;
export const questionsSchema = z.object({ questions: z.array(askedSchema) });

const errorSchema = z.object({
  ...errorGroupSchema.shape,
  frames: z.array(z.object(errorFrameSchema.shape)),
  museums: z.array(z.object({ museumId: z.string(), visits: z.number() })),
  browsers: z.array(z.object({ browser: z.string(), visits: z.number() })),
});
export type ErrorGroup = z.infer<typeof errorSchema>;
export const screenErrorsSchema = z.object({
  errors: z.array(errorSchema),
  budget: z.object({ ...errorBudgetSchema.shape, week: counts, day: counts }),
});
export type ScreenErrors = z.infer<typeof screenErrorsSchema>;

const recordSchema = z.omit(z.object(auditRecordSchema.shape), { hash: true });
export type AuditRecord = z.infer<typeof recordSchema>;
export const auditSchema = z.object({ records: z.array(recordSchema) });
