import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Keys } from '../http/key-files.ts';
import type { Metrics, PaidWork } from '../http/metrics.ts';
import type { ServerLimits } from '../http/site-server.ts';
import type { Traces } from '../http/tracing.ts';
import type { SharedState } from '../shared-state/shared-state.ts';
import type { OwnWords } from './chat/language-model-routes.ts';
import type { Artifacts } from './files/file-routes.ts';
import type { HostFiles } from './files/send-file.ts';
import { defaultGuideLimits } from './guide/ask-guide.ts';
import type { VisitorQuestions } from './guide/visitor-questions.ts';
import type { MuseumDirectory } from './museums/museum-directory.ts';
import type { DocumentsOf } from './museums/museum-texts.ts';
import type { SetSigner, UnsignedSets } from './museums/release-sets.ts';
import type { FirstPaintOptions } from './page/first-paint.ts';
import type { ReadAloud } from './speech/speech-routes.ts';
import { defaultSpendingLimits } from './spending/spending-limits.ts';
import type { Upstreams } from './upstream/upstreams.ts';
import type { OnReport } from './visits/visit-routes.ts';
import { defaultVoiceLimits, type VoiceOptions } from './voice/register-voice.ts';

export interface GatewayOptions {
  /** Absent on a developer's machine. */
  publicOrigin?: string | undefined;
  /** Origin of a CDN, from which pages load the files of published remotes. */
  artifactsOrigin?: string | undefined;
  /** Percentage of visits whose pages report timings; absent: all. */
  vitalsPercent?: number | undefined;
  /** URL at which the site's other gateways reach this gateway; absent: its first address. */
  gatewayUrl?: string | undefined;
  trustedProxies?: readonly string[] | undefined;
  registry: UnsignedSets & Artifacts & FirstPaintOptions['registry'];
  signer: SetSigner;
  registryRoutes?: ((app: FastifyInstance, museums: Pick<MuseumDirectory, 'loadMuseum'>) => Promise<void>) | undefined;
  profiles: readonly ProfileFile[];
  /** Documents that visitors may search and read; absent: no museum has any. */
  documentsOf?: DocumentsOf | undefined;
  /** Ids of museums, to which the codes of profiles lead that name only an id's beginning. */
  museumIds?: readonly EntityId[] | undefined;
  upstreams: Upstreams;
  /** Functions of the platform in this process, if `upstreams` names no service. */
  readAloud?: ReadAloud | undefined;
  ownWords?: OwnWords | undefined;
  voice: VoiceOptions;
  hostDir: string;
  /** Files of other host builds, for other gateways' pages and open tabs. */
  hosts?: HostFiles | undefined;
  /** Contains pictures in `museums/<folder>/`, and the museums' own scenes in `scenes/`. */
  contentDir: string;
  /** Its scenes are served if `contentDir` lacks the name. */
  demoContentDir: string;
  /** Sign the visit cookie. Absent: a key for this process alone. */
  visitKeys?: (() => Keys<Buffer>) | undefined;
  /** Shared by the site's gateways. Absent: in the memory of this process. */
  state?: SharedState | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  metrics?: Metrics | undefined;
  traces?: Traces | undefined;
  hidesMetrics?: boolean | undefined;
  questions?: VisitorQuestions | undefined;
  /** `*` stands for an unknown museum. The amount is negative if the estimate was too high. */
  onSpent?: ((museumId: string, work: PaidWork, microCents: number) => void) | undefined;
  onReport?: OnReport | undefined;
  /** Tests build their tables of routes from the calls. */
  onRoute?: ((route: { method: string; url: string }) => void) | undefined;
  limits?: Partial<Limits> | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
}

const minuteMs = 60_000;

export type Limits = typeof defaultLimits;

export const defaultLimits = {
  freshMs: 5 * minuteMs,
  staleMs: 24 * 60 * minuteMs,
  missingMs: 30_000,
  staleRetryMs: 5_000,
  middlewareMs: 3_000,
  loginPauseMs: 30_000,
  loginRetryMs: 2_000,
  /** A page waits this long for a museum that no page requested before. */
  pageWaitMs: 300,
  pingMs: 3_000,
  questionsMs: 8_000,
  settingsMs: 3_000,
  /** From the recording's last byte on. */
  transcriptionMs: 20_000,
  speechMs: 12_000,
  chat: defaultGuideLimits,
  voice: defaultVoiceLimits,
  spending: defaultSpendingLimits,
};
