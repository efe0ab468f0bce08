import { z } from 'zod/mini';
import { languageSchema } from '../i18n/language.ts';
import { entityIdSchema } from '../museum/id.ts';
import { declarationSchema } from '../releases/declaration.ts';
import { remoteNameSchema, remoteVersionSchema } from '../releases/release-set.ts';

// What the registry and the operators' login answer, for the server, the command line and the console. The console and the
// server are released separately: a field that the console does not have yet is skipped.

/** A museum, or `*` for what every museum without a pin of its own gets. */
export const museumKeySchema = z.union([entityIdSchema, z.literal('*')]);
export type MuseumKey = z.infer<typeof museumKeySchema>;

/** Versions of several remotes that were tested together, by the remote's name. */
export const versionSetSchema = z
  .record(remoteNameSchema, remoteVersionSchema)
  .check(z.refine((versions) => Object.keys(versions).length >= 1 && Object.keys(versions).length <= 16, 'must name 1 to 16 remotes'));
/** Percentage of visitors, 0 to 100. */
export const percentSchema = z.number().check(
  z.gte(0),
  z.lte(100),
  z.refine((percent) => Object.is(Number(percent.toFixed(2)), percent), 'must have at most two decimals'),
);

export const countSchema = z.int().check(z.nonnegative());
/** Number of a museum's release set. */
const sequenceSchema = countSchema;
const pinnedVersionSchema = z.nullable(remoteVersionSchema);

/** `GET /api/operators/session`: whose session this is, and the museums it covers, `*` for every one and the default. */
export const operatorSessionSchema = z.object({ name: z.string(), museums: z.union([z.array(entityIdSchema), z.literal('*')]) });
export type OperatorSession = z.infer<typeof operatorSessionSchema>;

/** `GET /api/operators/provider`: the host of the identity provider that operators may log in with, at `/api/operators/oidc`. */
export const identityProviderSchema = z.object({ provider: z.nullable(z.string()) });

/** `PUT` and `DELETE /museums/:museumId/pins/:name`: what the museum itself pins, and the number of its set, from now on. */
export const pinResultSchema = z.object({
  museumId: museumKeySchema,
  name: remoteNameSchema,
  version: pinnedVersionSchema,
  sequence: sequenceSchema,
});
export type PinResult = z.infer<typeof pinResultSchema>;

/** What visits felt of a screen: load to usable, interaction to next paint, layout shift, the time of its long tasks. */
export const figureNameSchema = z.enum(['usableMs', 'inpMs', 'shift', 'longTaskMs']);
export type FigureName = z.infer<typeof figureNameSchema>;
const sideSchema = z.object({ visits: countSchema, value: z.number() });
/** Why a rollout halted by itself. `value`: how many of the visits failed, or after how long three quarters of them could use the screen. */
export const haltCauseSchema = z.object({
  remote: remoteNameSchema,
  version: remoteVersionSchema,
  signal: z.enum(['failures', 'usableMs']),
  rolledOut: sideSchema,
  stable: sideSchema,
});
export type HaltCause = z.infer<typeof haltCauseSchema>;
/** Shares that a rollout goes through by itself, each larger than the one before. */
export const stepsSchema = z.array(percentSchema).check(
  z.minLength(1),
  z.maxLength(10),
  z.refine((steps) => steps.every((step, at) => step > (steps[at - 1] ?? 0)), 'must grow'),
);

export const rolloutSummarySchema = z.object({
  id: z.uuid(),
  museumId: museumKeySchema,
  versions: versionSetSchema,
  percent: percentSchema,
  steps: z.optional(stepsSchema),
  startedAt: z.iso.datetime(),
  /** Why it serves nobody any more, null while it runs. */
  halted: z.nullable(z.enum(['operator', 'failures', 'slower', 'rolled-back'])),
  /** Where it halted by itself. */
  cause: z.optional(haltCauseSchema),
});
export type RolloutSummary = z.infer<typeof rolloutSummarySchema>;
/**
 * `POST …/rollouts` and `PATCH …/rollouts/:id`. `unpinned`: remotes for which other visitors get no version, so that the rollout has no
 * comparison.
 */
export const rolloutResultSchema = z.extend(rolloutSummarySchema, {
  sequence: sequenceSchema,
  unpinned: z.optional(z.array(remoteNameSchema)),
});
export type RolloutResult = z.infer<typeof rolloutResultSchema>;
/** `GET …/rollouts`: oldest first, running and halted. */
export const rolloutsSchema = z.object({ rollouts: z.array(rolloutSummarySchema) });

/** A remote's pinned version before and after, null for none. */
export const pinDifferenceSchema = z.object({ name: remoteNameSchema, from: pinnedVersionSchema, to: pinnedVersionSchema });
export type PinDifference = z.infer<typeof pinDifferenceSchema>;

/** `POST …/rollback`: what the museum itself pins differently, and the ids of the rollouts that ended. */
export const rollbackResultSchema = z.object({
  museumId: museumKeySchema,
  toSequence: sequenceSchema,
  sequence: sequenceSchema,
  changes: z.array(pinDifferenceSchema),
  halted: z.array(z.uuid()),
});

/** The same with `preview: true`: the changes, and the rollouts that would end; nothing was recorded. */
export const rollbackPreviewSchema = z.extend(rollbackResultSchema, { preview: z.literal(true) });
export type RollbackPreview = z.infer<typeof rollbackPreviewSchema>;

/** `POST /grants`: everybody with the link gets the version. */
export const issuedGrantSchema = z.object({ grant: z.uuid(), expiresAt: z.iso.datetime() });

/** What a token can be issued for. */
export const tokenActions = ['read', 'publish', 'pin', 'rollout', 'rollback', 'grant', 'questions', 'spending'] as const;
export type TokenAction = (typeof tokenActions)[number];

export const namedOnce = (list: readonly unknown[]) => new Set(list).size === list.length;
export const onceMessage = 'must name nothing twice';
/** `POST /tokens`: what it may do with which remotes at which museums, `*` for all of them; `*` as a museum is the default, too. */
export const tokenRequestSchema = z.strictObject({
  /** Its records in the journal are by `token:<name>`. The one that takes its place may have the same. */
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{0,39}$/, 'must be 1 to 40 small letters, digits, dots and hyphens')),
  actions: z.array(z.enum(tokenActions)).check(z.minLength(1), z.refine(namedOnce, onceMessage)),
  remotes: z.array(z.union([remoteNameSchema, z.literal('*')])).check(z.minLength(1), z.maxLength(16), z.refine(namedOnce, onceMessage)),
  museums: z.array(museumKeySchema).check(z.minLength(1), z.maxLength(64), z.refine(namedOnce, onceMessage)),
  /** After so many days it is over. */
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
/** `GET /tokens`: those that are valid and within what the caller may, oldest first. `DELETE /tokens/:id` answers with the one that was revoked. */
export const tokensSchema = z.object({ tokens: z.array(tokenSummarySchema) });

/** A record of the journal, each with the hash that chains it to the previous one; the action defines `payload`. */
export const auditRecordSchema = z.object({
  seq: z.int().check(z.positive()),
  at: z.iso.datetime(),
  actor: z.string(),
  action: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** The actor's action, in the requested language. */
  sentence: z.string(),
  /** SHA-256 in hexadecimal. */
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;
/** `GET /audit`: at most 200 records. `next`: the `after` of the request that continues, absent at the end of the log. */
export const auditSchema = z.object({ records: z.array(auditRecordSchema), next: z.optional(z.int()) });

/** Visits that tried a version, or any of a set of versions, and those for which it failed. */
export const countsSchema = z.object({ loads: countSchema, failures: countSchema });
/** How remotes fared in the museum's browsers in the last 12 hours, each hour, oldest first. */
export const healthSchema = z.extend(countsSchema, { hours: z.array(countsSchema).check(z.length(12)) });
export type Health = z.infer<typeof healthSchema>;

const figureSchema = z.nullable(z.object({ p50: z.number(), p75: z.number() }));
/** What visits felt of a version, by those that reported it; null for a figure that no browser measured. */
export const versionVitalsSchema = z.object({
  version: remoteVersionSchema,
  visits: countSchema,
  usableMs: figureSchema,
  inpMs: figureSchema,
  shift: figureSchema,
  longTaskMs: figureSchema,
});
export type VersionVitals = z.infer<typeof versionVitalsSchema>;
/** `GET /remotes/:name/vitals`: of the versions published last those that visits reported of within thirty days, newest first. */
export const vitalsSchema = z.object({ versions: z.array(versionVitalsSchema) });
/** A place in a source, or in the script itself if it has no map. `remote` may be `host`. */
export const errorFrameSchema = z.object({
  remote: z.string(),
  version: z.string(),
  /** Below the remote's own folder; beside it `shared-contracts/…`, of a package `node_modules/…`. */
  file: z.string(),
  line: z.int(),
  column: z.int(),
  isMapped: z.boolean(),
});
export type ErrorFrame = z.infer<typeof errorFrameSchema>;
/** Errors of visits with a signed cookie at one place, or of one kind if the place is unknown. */
export const errorGroupSchema = z.object({
  version: remoteVersionSchema,
  /** For example `ui/talk-panel.tsx:88`: the innermost place in the remote's own sources. */
  place: z.nullable(z.string()),
  /** When it threw (`render`, `handler` …), or how the screen failed (`hung`, `late` …). */
  kinds: z.array(z.string()).check(z.minLength(1)),
  /** Frames of the first visit, the innermost first. */
  frames: z.array(errorFrameSchema),
  visits: countSchema,
  /** The first and the newest of these visits. */
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  /** With the most visits first; `other` are those beyond forty. */
  museums: z.array(z.object({ museumId: z.union([museumKeySchema, z.literal('other')]), visits: countSchema })),
  /** Family and major version, as in `Chrome 141`. */
  browsers: z.array(z.object({ browser: z.string(), visits: countSchema })),
});
export type ErrorGroup = z.infer<typeof errorGroupSchema>;
/** Visits that had the remote's screen, and those in which it failed or threw. */
export const errorBudgetSchema = z.object({
  /** The share of visits that shall be without an error. */
  target: z.number(),
  week: countsSchema,
  day: countsSchema,
});
export type ErrorBudget = z.infer<typeof errorBudgetSchema>;
/** `GET /remotes/:name/errors?version=&museum=`: of the last 30 days, most visits first. */
export const screenErrorsSchema = z.object({ errors: z.array(errorGroupSchema), budget: errorBudgetSchema });
export type ScreenErrors = z.infer<typeof screenErrorsSchema>;

/** What was spent on a day (UTC), in cents, all together and by work (`chat`, `voice`), as estimated or as the services counted. */
export const spentDaySchema = z.object({ day: z.iso.date(), cents: z.number(), work: z.record(z.string(), z.number()) });
export type SpentDay = z.infer<typeof spentDaySchema>;
/** `GET …/spending`: days of the last thirteen months on which something was spent, oldest first; of `*` by the whole site. */
export const spendingSchema = z.object({ days: z.array(spentDaySchema) });

/** The version every visitor in no rollout gets. `pinned`: by the museum itself; else it is the default's. */
export const screenVersionSchema = z.object({ version: remoteVersionSchema, pinned: z.boolean() });
/** `tried`: visits that got any of its versions since it started, of those whose reports count. */
export const triedRolloutSchema = z.extend(rolloutSummarySchema, { tried: countsSchema });
export type TriedRollout = z.infer<typeof triedRolloutSchema>;

/** What the default runs. Rollouts oldest first, running and halted. */
export const defaultOverviewSchema = z.object({
  sequence: sequenceSchema,
  screens: z.record(remoteNameSchema, screenVersionSchema),
  rollouts: z.array(triedRolloutSchema),
  /** Screens that it leaves out itself. */
  leftOut: z.optional(z.array(remoteNameSchema)),
});
/** The same for a museum, without the default's rollouts. */
export const museumOverviewSchema = z.extend(defaultOverviewSchema, {
  museumId: entityIdSchema,
  /** The id if no name is known. */
  name: z.string(),
  /** On the wall. */
  code: z.optional(z.string()),
  entryScreen: z.enum(['visit', 'text-chat']),
  health: healthSchema,
});
export type MuseumOverview = z.infer<typeof museumOverviewSchema>;
/**
 * `GET /overview`: the museums the caller may see, by name. The default is visible to everybody, because museums run it; `declarations` has
 * each published remote's declaration, of its newest version.
 */
export const overviewSchema = z.object({
  museums: z.array(museumOverviewSchema),
  default: defaultOverviewSchema,
  declarations: z.record(remoteNameSchema, declarationSchema),
});
export type Overview = z.infer<typeof overviewSchema>;

/**
 * What a museum pinned itself from `sequence` on, through whom. The first of all, `never-pinned`, is sequence 0, at null
 * through null: going back to it leaves the museum with the default.
 */
export const earlierSetSchema = z.object({
  sequence: sequenceSchema,
  pins: z.record(remoteNameSchema, remoteVersionSchema),
  at: z.nullable(z.iso.datetime()),
  actor: z.nullable(z.string()),
  action: z.enum(['pin-set', 'pin-removed', 'rolled-back', 'never-pinned']),
});
export type EarlierSet = z.infer<typeof earlierSetSchema>;
/** `GET …/history`: newest first, which is what is pinned now. The default has no `never-pinned`. */
export const historySchema = z.object({ sets: z.array(earlierSetSchema).check(z.maxLength(50)) });

/**
 * Why a museum should look at a question: no passage answers it, the check dropped everything that a model stated, or
 * some of it, or its visitor found the answer no help.
 */
export const askedReasonSchema = z.enum(['no-passage', 'dropped', 'shortened', 'rated-down']);
export type AskedReason = z.infer<typeof askedReasonSchema>;

const askedIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));
/** Questions of one language with the same stems and the same nearest document, that at least five visits asked. */
export const askedGroupSchema = z.object({
  id: askedIdSchema,
  language: languageSchema,
  stems: z.array(z.string()),
  /** The file to improve, in the content folder; a hosted platform's name of its source; null if no file is near. */
  document: z.nullable(z.string()),
  visits: countSchema,
  reasons: z.array(z.object({ reason: askedReasonSchema, visits: countSchema })),
  exhibitions: z.array(z.object({ exhibitionId: z.string(), name: z.optional(z.string()), visits: countSchema })),
  /** Words of visitors who consented, the newest last. */
  words: z.array(z.string()),
  /** A model's sentences that the check dropped, of visits with consent. */
  sentences: z.array(z.object({ reason: z.string(), text: z.string() })),
  /** Day of the newest question. */
  lastDay: z.iso.date(),
});
export type AskedGroup = z.infer<typeof askedGroupSchema>;
/** `GET /museums/:museumId/questions`: most asked first. */
export const askedQuestionsSchema = z.object({ questions: z.array(askedGroupSchema) });
/** `DELETE` of the same, or of one of them: what is no longer stored. */
export const erasedQuestionsSchema = z.object({ museumId: entityIdSchema, question: z.optional(askedIdSchema) });
