import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { declarationSchema } from '../releases/declaration.ts';
import { remoteNameSchema, remoteVersionSchema } from '../releases/release-set.ts';

// The console is released separately from the server, so the console skips fields that it does not have.

/** A museum, or `*` for every museum that has no pin of its own. */
export const museumKeySchema = z.union([entityIdSchema, z.literal('*')]);
export type MuseumKey = z.infer<typeof museumKeySchema>;

export const versionSetSchema = z
  .record(remoteNameSchema, remoteVersionSchema)
  .check(z.refine((versions) => Object.keys(versions).length >= 1 && Object.keys(versions).length <= 16, 'must name 1 to 16 remotes'));
export const percentSchema = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((percent) => Object.is(Number(percent.toFixed(2)), percent), 'must have at most two decimals'),
);

export const countSchema = z.int().check(z.nonnegative());
const sequenceSchema = countSchema;
const pinnedVersionSchema = z.nullable(remoteVersionSchema);

/** `GET /api/operators/session`: `*` stands for every museum and the default. */
export const operatorSessionSchema = z.object({ name: z.string(), museums: z.union([z.array(entityIdSchema), z.literal('*')]) });
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** `GET /api/operators/provider`: the host of the identity provider for the login at `/api/operators/oidc`. */
export const identityProviderSchema = z.object({ provider: z.nullable(z.string()) });

/** `PUT` and `DELETE /museums/:museumId/pins/:name`: the museum's own pin, and its set's number after the change. */
export const pinResultSchema = z.object({
  museumId: museumKeySchema,
  name: remoteNameSchema,
  version: pinnedVersionSchema,
  sequence: sequenceSchema,
});
export type PinResult = z.infer<typeof pinResultSchema>;

/** Load to usable, interaction to next paint, layout shift, and the total time of long tasks. */
export const figureNameSchema = z.enum(['usableMs', 'inpMs', 'shift', 'longTaskMs']);
export type FigureName = z.infer<typeof figureNameSchema>;
const sideSchema = z.object({ visits: countSchema, value: z.number() });
/** `value`: the number of failed visits, or the 75th percentile of usableMs. */
const haltCauseSchema = z.object({
  remote: remoteNameSchema,
  version: remoteVersionSchema,
  signal: z.enum(['failures', 'usableMs']),
  rolledOut: sideSchema,
  stable: sideSchema,
});
export type HaltCause = z.infer<typeof haltCauseSchema>;
export const stepsSchema = z.array(percentSchema).check(
  z.minLength(1),
  z.maxLength(10),
  z.refine((steps) => steps.every((step, at) => step > (steps[at - 1] ?? 0)), 'must grow'),
);

const rolloutSummarySchema = z.object({
  id: z.uuid(),
  museumId: museumKeySchema,
  versions: versionSetSchema,
  percent: percentSchema,
  steps: z.optional(stepsSchema),
  startedAt: z.iso.datetime(),
  /** Null while the rollout runs. */
  halted: z.nullable(z.enum(['operator', 'failures', 'slower', 'rolled-back'])),
  cause: z.optional(haltCauseSchema),
});
export type RolloutSummary = z.infer<typeof rolloutSummarySchema>;
/** `POST …/rollouts` and `PATCH …/rollouts/:id`. `unpinned`: remotes with no version for other visitors, so no comparison is possible. */
export const rolloutResultSchema = z.extend(rolloutSummarySchema, {
  sequence: sequenceSchema,
  unpinned: z.optional(z.array(remoteNameSchema)),
});
export type RolloutResult = z.infer<typeof rolloutResultSchema>;
/** `GET …/rollouts`: running and halted, oldest first. */
export const rolloutsSchema = z.object({ rollouts: z.array(rolloutSummarySchema) });

const pinDifferenceSchema = z.object({ name: remoteNameSchema, from: pinnedVersionSchema, to: pinnedVersionSchema });
export type PinDifference = z.infer<typeof pinDifferenceSchema>;

/** `POST …/rollback`: changes of the museum's own pins, and the ids of the rollouts that ended. */
export const rollbackResultSchema = z.object({
  museumId: museumKeySchema,
  toSequence: sequenceSchema,
  sequence: sequenceSchema,
  changes: z.array(pinDifferenceSchema),
  halted: z.array(z.uuid()),
});

/** The response to `preview: true`. Nothing is recorded. */
export const rollbackPreviewSchema = z.extend(rollbackResultSchema, { preview: z.literal(true) });
export type RollbackPreview = z.infer<typeof rollbackPreviewSchema>;

/** `POST /grants`: everyone with the link gets the version. */
export const issuedGrantSchema = z.object({ grant: z.uuid(), expiresAt: z.iso.datetime() });

export const tokenActions = ['read', 'publish', 'pin', 'rollout', 'rollback', 'grant', 'questions', 'spending'] as const;
export type TokenAction = (typeof tokenActions)[number];

const namedOnce = (list: readonly unknown[]) => new Set(list).size === list.length;
const onceMessage = 'must name nothing twice';
/** `POST /tokens`: `*` stands for all remotes or museums. `*` as a museum includes the default. */
export const tokenRequestSchema = z.strictObject({
  /** The actor of the token's journal records is `token:<name>`. A replacement token may have the same name. */
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'must be 1 to 40 small letters, digits, dots and hyphens')),
  actions: z.array(z.enum(tokenActions)).check(z.minLength(1), z.refine(namedOnce, onceMessage)),
  remotes: z.array(z.union([remoteNameSchema, z.literal('*')])).check(z.minLength(1), z.maxLength(16), z.refine(namedOnce, onceMessage)),
  museums: z.array(museumKeySchema).check(z.minLength(1), z.maxLength(64), z.refine(namedOnce, onceMessage)),
  days: z.int().check(z.gte(1), z.lte(730)),
});
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

export const tokenSummarySchema = z.object({
  ...z.omit(tokenRequestSchema, { days: true }).shape,
  id: z.uuid(),
  issuedAt: z.iso.datetime(),
  issuedBy: z.string(),
  expiresAt: z.iso.datetime(),
});
export type TokenSummary = z.infer<typeof tokenSummarySchema>;
/** The answer to `POST /tokens`. The secret is stored nowhere. */
export const issuedTokenSchema = z.extend(tokenSummarySchema, { secret: z.string() });
/** `GET /tokens`: valid tokens within the caller's own scope, oldest first. `DELETE /tokens/:id` returns the revoked token. */
export const tokensSchema = z.object({ tokens: z.array(tokenSummarySchema) });

/** The record's hash includes the hash of the previous record. The action defines `payload`. */
const auditRecordSchema = z.object({
  seq: z.int().check(z.positive()),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  payload: z.record(z.string(), z.unknown()),
  sentence: z.string(),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;
/** `GET /audit`: up to 200 records. `next`: the `after` of the next request, absent at the end of the journal. */
export const auditSchema = z.object({ records: z.array(auditRecordSchema), next: z.optional(z.int()) });

/** Visits that loaded a version, or one version of a set, and visits for which the version failed. */
const countsSchema = z.object({ loads: countSchema, failures: countSchema });
/** `hours`: the last 12 hours, oldest first. */
export const healthSchema = z.extend(countsSchema, { hours: z.array(countsSchema).check(z.length(12)) });
export type Health = z.infer<typeof healthSchema>;

const figureSchema = z.nullable(z.object({ p50: z.number(), p75: z.number() }));
/** Null for a figure that no browser measured. */
const versionVitalsSchema = z.object({
  version: remoteVersionSchema,
  visits: countSchema,
  usableMs: figureSchema,
  inpMs: figureSchema,
  shift: figureSchema,
  longTaskMs: figureSchema,
});
export type VersionVitals = z.infer<typeof versionVitalsSchema>;
/** `GET /remotes/:name/vitals`: the newest versions with reports of the last 30 days, newest first. */
export const vitalsSchema = z.object({ versions: z.array(versionVitalsSchema) });
/** A position in a source file, or in a script without a source map. `remote` may be `host`. */
const errorFrameSchema = z.object({
  remote: z.string(),
  version: z.string(),
  /** The path below the remote's folder, or a path that starts with `shared-contracts/` or `node_modules/`. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  isMapped: z.boolean(),
});
export type ErrorFrame = z.infer<typeof errorFrameSchema>;
/** Errors at one place, or of one kind if the place is unknown. Only visits with a signed cookie count. */
const errorGroupSchema = z.object({
  version: remoteVersionSchema,
  /** The innermost place in the remote's own sources, such as `ui/talk-panel.tsx:88`. */
  place: z.nullable(z.string()),
  /** The stage of the error (`render`, `handler` …), or how the screen failed (`hung`, `late` …). */
  kinds: z.array(z.string()).check(z.minLength(1)),
  frames: z.array(errorFrameSchema),
  visits: countSchema,
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** Most visits first. `other` sums the museums beyond 40. */
  museums: z.array(z.object({ museumId: z.union([museumKeySchema, z.literal('other')]), visits: countSchema })),
  /** Family and major version, as in `Chrome 141`. */
  browsers: z.array(z.object({ browser: z.string(), visits: countSchema })),
});
export type ErrorGroup = z.infer<typeof errorGroupSchema>;
/** Visits with the remote's screen, and visits in which the screen failed or threw. */
const errorBudgetSchema = z.object({
  target: z.number(),
  week: countsSchema,
  day: countsSchema,
});
export type ErrorBudget = z.infer<typeof errorBudgetSchema>;
/** `GET /remotes/:name/errors?version=&museum=`: errors of the last 30 days, most visits first. */
export const screenErrorsSchema = z.object({ errors: z.array(errorGroupSchema), budget: errorBudgetSchema });
export type ScreenErrors = z.infer<typeof screenErrorsSchema>;

/** A day (UTC). `work` splits the cents by `chat` and `voice`, as estimated or as the services counted. */
const spentDaySchema = z.object({ day: z.iso.date(), cents: z.number(), work: z.record(z.string(), z.number()) });
export type SpentDay = z.infer<typeof spentDaySchema>;
/** `GET …/spending`: days with spending of the last 13 months, oldest first. `*` is the whole site. */
export const spendingSchema = z.object({ days: z.array(spentDaySchema) });

/** For visitors outside rollouts. `pinned`: by the museum itself, otherwise by the default. */
const screenVersionSchema = z.object({ version: remoteVersionSchema, pinned: z.boolean() });
/** `tried`: counted visits that got a version of the rollout since its start. */
const triedRolloutSchema = z.extend(rolloutSummarySchema, { tried: countsSchema });
export type TriedRollout = z.infer<typeof triedRolloutSchema>;

const defaultOverviewSchema = z.object({
  sequence: sequenceSchema,
  screens: z.record(remoteNameSchema, screenVersionSchema),
  rollouts: z.array(triedRolloutSchema),
  /** Screens that the default or the museum itself leaves out. */
  leftOut: z.optional(z.array(remoteNameSchema)),
});
/** The rollouts exclude those of the default. */
const museumOverviewSchema = z.extend(defaultOverviewSchema, {
  museumId: entityIdSchema,
  name: z.string(),
  code: z.optional(z.string()),
  entryScreen: z.enum(['visit', 'text-chat']),
  health: healthSchema,
});
export type MuseumOverview = z.infer<typeof museumOverviewSchema>;
/** `GET /overview`: the museums that the caller may see, by name. `declarations`: remote → declaration of its newest version. */
export const overviewSchema = z.object({
  museums: z.array(museumOverviewSchema),
  default: defaultOverviewSchema,
  declarations: z.record(remoteNameSchema, declarationSchema),
});
export type Overview = z.infer<typeof overviewSchema>;

/** The first entry, `never-pinned`, is sequence 0 with null for time and actor. A rollback to it leaves the museum with the default. */
const earlierSetSchema = z.object({
  sequence: sequenceSchema,
  pins: z.record(remoteNameSchema, remoteVersionSchema),
  at: z.nullable(z.iso.datetime()),
  actor: z.nullable(z.string()),
  action: z.enum(['pin-set', 'pin-removed', 'rolled-back', 'never-pinned']),
});
export type EarlierSet = z.infer<typeof earlierSetSchema>;
/** `GET …/history`: the present pins first, then earlier pins. The default has no `never-pinned`. */
export const historySchema = z.object({ sets: z.array(earlierSetSchema).check(z.maxLength(50)) });

/** dropped, shortened: the check dropped all or some sentences of a model's answer. */
export const askedReasonSchema = z.enum(['no-passage', 'dropped', 'shortened', 'rated-down']);
export type AskedReason = z.infer<typeof askedReasonSchema>;

const askedIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));
/** Questions of one language with the same stems and the same nearest document, from five or more visits. */
const askedGroupSchema = z.object({
  id: askedIdSchema,
  language: languageSchema,
  stems: z.array(z.string()),
  /** A file in the content folder, or a hosted platform's name of its source. Null if no file is near. */
  document: z.nullable(z.string()),
  visits: countSchema,
  reasons: z.array(z.object({ reason: askedReasonSchema, visits: countSchema })),
  exhibitions: z.array(z.object({ exhibitionId: z.string(), name: z.optional(z.string()), visits: countSchema })),
  /** Words of visitors who consented, the newest last. */
  words: z.array(z.string()),
  /** Sentences of a model that the check dropped, from visits with consent. */
  sentences: z.array(z.object({ reason: z.string(), text: z.string() })),
  lastDay: z.iso.date(),
});
export type AskedGroup = z.infer<typeof askedGroupSchema>;
/** `GET /museums/:museumId/questions`: most asked first. */
export const askedQuestionsSchema = z.object({ questions: z.array(askedGroupSchema) });
/** `DELETE /museums/:museumId/questions` and `DELETE …/questions/:question`. */
export const erasedQuestionsSchema = z.object({ museumId: entityIdSchema, question: z.optional(askedIdSchema) });
