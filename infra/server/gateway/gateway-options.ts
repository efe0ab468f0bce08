import type { RemoteVersion } from '@enfilade/shared-contracts/api/choice-cookies';
import type { VoiceFacts } from '@enfilade/shared-contracts/api/voice-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import type { ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { ReleaseSet, UnsignedSet } from '@enfilade/shared-contracts/remote/release-set';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Limits } from './limits.ts';
import type { OnReport } from './report-route.ts';
import type { ServerLimits } from './site-server.ts';

/** What a browser says of its visitor, in cookies; nothing of it is trusted further than to choose a set. */
export interface Visitor {
  /** Absent: nobody in particular; only a rollout to everybody reaches them. */
  id?: string | undefined;
  /** Ids of grants. */
  grants: readonly string[];
  /** What failed for this visitor. */
  avoid: readonly RemoteVersion[];
}

/** Who gets a set. */
export interface SetChoice {
  museumId: EntityId | '*';
  visitorId?: string | undefined;
  grants: readonly string[];
  avoid: readonly RemoteVersion[];
  /** Milliseconds since the epoch. */
  now: number;
}

/** Where sets come from; a museum without pins of its own gets the default one. */
export interface UnsignedSets {
  /** The same object for the same choice until a change touches it. */
  chooseSet(choice: SetChoice): UnsignedSet;
}

/** The same, signed for the museum. */
export interface ReleaseSets {
  releaseSet(museumId: EntityId | '*', visitor?: Visitor): ReleaseSet;
}

/** Signs what browsers are to load. */
export interface SetSigner {
  /** The same object until the set is issued anew. */
  sign(set: UnsignedSet, museumId: EntityId | '*'): ReleaseSet;
  /** The public keys pages are to trust: SPKI in base64. */
  readonly publicKeys: readonly string[];
}

/** A file of a published remote; `brotliPath` lies beside it when it was compressed at publishing. */
export interface Artifact {
  path: string;
  brotliPath?: string | undefined;
  contentType: string;
}

export interface Artifacts {
  artifact(name: string, version: string, file: string): Artifact | undefined;
}

/** Addresses and keys of the hosted services. The keys never leave the gateway. */
export interface Upstreams {
  middlewareUrl: string;
  middlewareEmail: string;
  middlewarePassword: string;
  kbUrl: string;
  vapiUrl: string;
  vapiKey: string;
  llmUrl: string;
  llmKey: string;
  llmModel: string;
  /** Speech in ElevenLabs' shape; without a version. */
  ttsUrl: string;
  ttsKey: string;
  ttsModel: string;
  /** Transcription in OpenAI's shape. Absent: this site writes down nothing that is dictated. */
  transcription?: TranscriptionUpstream | undefined;
  /** The bucket with the assistants' settings files. */
  settingsUrl: string;
}

export interface TranscriptionUpstream {
  /** With its version, `https://host/v1`, or without: then the first is meant. */
  url: string;
  key: string;
  model: string;
}

/** How this site talks and listens. */
export interface VoiceOptions {
  /** Whose rooms carry the sound: our own platform's, reached through this site, or Daily's. */
  rooms: 'local' | 'hosted';
  hearing: VoiceFacts['hearing'];
  /** How many visitors may talk at once. */
  slots: number;
  /** The built call machine and worklet of the local platform. */
  voiceDir: string;
  /** Where Daily's call machine is fetched from; absent: Daily itself. */
  callMachineOrigin?: string | undefined;
}

export interface GatewayOptions {
  /** The site's address as visitors see it; absent on a machine of one's own. */
  publicOrigin?: string | undefined;
  /** Whose X-Forwarded-For is believed: addresses or ranges. */
  trustedProxies?: readonly string[] | undefined;
  registry: UnsignedSets & Artifacts;
  signer: SetSigner;
  /** Registers `/registry/v1`; absent where teams publish elsewhere. */
  registryRoutes?: ((app: FastifyInstance) => Promise<void> | void) | undefined;
  profiles: readonly ProfileFile[];
  /** Museums known from the start, for the codes of profiles that name only an id's beginning. */
  museumIds?: readonly EntityId[] | undefined;
  upstreams: Upstreams;
  voice: VoiceOptions;
  /** The built host: `index.html`, `static/…`, a `.br` beside each text. */
  hostDir: string;
  /** Logos lie in `museums/<folder>/`, scenes of its own in `scenes/`. */
  contentDir: string;
  /** The demo content: its scenes are served where `contentDir` has none of that name. */
  demoContentDir: string;
  /** Signs the visit cookie. Absent: a key for this process alone. */
  visitKey?: Buffer | undefined;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Told of every report a browser sends. */
  onReport?: OnReport | undefined;
  /** Told of every route there is: tests make their matrices from it. */
  onRoute?: ((route: { method: string; url: string }) => void) | undefined;
  limits?: Partial<Limits> | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
}
