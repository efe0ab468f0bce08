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
  /** The site's address as visitors see it; absent on a machine of one's own. */
  publicOrigin?: string | undefined;
  /** A CDN in front of this site, of which pages ask for the files of published remotes. */
  artifactsOrigin?: string | undefined;
  /** Percentage of visits whose pages report timings; absent: all. */
  vitalsPercent?: number | undefined;
  /** Where the site's other gateways reach this one; absent: its first address. */
  gatewayUrl?: string | undefined;
  /** Whose X-Forwarded-For is believed: addresses or ranges. */
  trustedProxies?: readonly string[] | undefined;
  registry: UnsignedSets & Artifacts & FirstPaintOptions['registry'];
  signer: SetSigner;
  /** Registers `/registry/v1`; absent where teams publish elsewhere. */
  registryRoutes?: ((app: FastifyInstance, museums: Pick<MuseumDirectory, 'loadMuseum'>) => Promise<void>) | undefined;
  profiles: readonly ProfileFile[];
  /** What visitors may search and read at the museum of one of the profiles; absent: nothing anywhere. */
  documentsOf?: DocumentsOf | undefined;
  /** Museums known from the start, for the codes of profiles that name only an id's beginning. */
  museumIds?: readonly EntityId[] | undefined;
  upstreams: Upstreams;
  /** Function of the platform in this process, if `upstreams` names no speech service. */
  readAloud?: ReadAloud | undefined;
  /** Function of the platform in this process, if `upstreams` names no language model. */
  ownWords?: OwnWords | undefined;
  voice: VoiceOptions;
  /** The built host: `index.html`, `static/…`, a `.br` beside each text. */
  hostDir: string;
  /** Files of its builds that other gateways of the site run, or open tabs still do. Absent: no packages. */
  hosts?: HostFiles | undefined;
  /** Logos and other pictures are in `museums/<folder>/`, scenes of its own in `scenes/`. */
  contentDir: string;
  /** The demo content, whose scenes are served if `contentDir` lacks the name. */
  demoContentDir: string;
  /** Sign the visit cookie. Absent: a key for this process alone. */
  visitKeys?: (() => Keys<Buffer>) | undefined;
  /** What the site's gateways count together. Absent: what this process counts by itself, as long as it runs. */
  state?: SharedState | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Absent: made here. */
  metrics?: Metrics | undefined;
  traces?: Traces | undefined;
  /** Whether `/metrics` is served elsewhere, and not by this server. */
  hidesMetrics?: boolean | undefined;
  /** Variables that are nearly settings, each in a sentence. */
  slips?: readonly string[] | undefined;
  /** Learns what was asked and not answered; absent: nobody does. */
  questions?: VisitorQuestions | undefined;
  /** Gets the spending of each museum, `*` for unknown museums; negative if the estimate was too high. */
  onSpent?: ((museumId: string, work: PaidWork, microCents: number) => void) | undefined;
  /** Called with every report a browser sends. */
  onReport?: OnReport | undefined;
  /** Called with every registered route: tests build their matrices from the routes. */
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
  /** Time that a page waits for a museum that no page requested before. */
  pageWaitMs: 300,
  pingMs: 3_000,
  questionsMs: 8_000,
  settingsMs: 3_000,
  /** For the words of a recording, from its last byte on; and for one text as sound. */
  transcriptionMs: 20_000,
  speechMs: 12_000,
  chat: defaultGuideLimits,
  voice: defaultVoiceLimits,
  spending: defaultSpendingLimits,
};
