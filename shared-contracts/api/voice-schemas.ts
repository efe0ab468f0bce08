import { z } from 'zod/mini';

/** GET /api/voice: facts that the page needs before it requests the microphone. */
export const voiceFactsSchema = z.object({
  /** site: speech becomes words on the museum's side · browser: only the browser's own recogniser could. */
  hearing: z.enum(['site', 'browser']),
  /** Who writes down what is dictated into a field, by the same words. */
  dictation: z.enum(['site', 'browser']),
  /** The call machine's script, served by this site; the hash is what the page lets run. Absent: voice is not available now. */
  callMachine: z.optional(
    z.object({ url: z.string().check(z.startsWith('/voice/')), integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)) }),
  ),
});
export type VoiceFacts = z.infer<typeof voiceFactsSchema>;

/** POST /api/voice/call/web: the fields that each of Vapi's Calls has and those the SDK reads, nothing else. */
export const webCallSchema = z.object({
  id: z.uuid(),
  /** The museum's id: whose account it is at the voice platform is nobody's business. */
  orgId: z.string(),
  type: z.literal('webCall'),
  status: z.literal('queued'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  webCallUrl: z.url(),
  transport: z.object({ provider: z.literal('daily'), callUrl: z.url(), callToken: z.optional(z.string().check(z.maxLength(4096))) }),
  artifactPlan: z.optional(z.object({ videoRecordingEnabled: z.boolean() })),
  assistant: z.optional(z.object({ voice: z.object({ provider: z.string().check(z.maxLength(64)) }) })),
});
export type WebCall = z.infer<typeof webCallSchema>;

/** The `pastTranscriptSummary` of a call before which nothing was said. */
export const noSummary = 'No transcript summary available.';

/** What the SDK sends as variable values; everything else in its request is ignored. */
export const callVariablesSchema = z.object({
  /** JSON text of a visit. */
  visit: z.string().check(z.maxLength(8192)),
  pastTranscriptSummary: z.optional(z.string().check(z.maxLength(8000))),
  /** How fast the guide speaks; the SDK sends it as it is. */
  speechRate: z.optional(z.number().check(z.minimum(0.7), z.maximum(1.2))),
});

/** A place for voice is kept while it is renewed: POST /api/voice/calls/:callId/renewal every `leaseRenewalMs`. */
export const leaseRenewalMs = 4_000;
/** A place nobody renewed for so long is free again, in ms: a line that was gone for 20 s finds it kept. */
export const leaseLifeMs = 28_000;
/**
 * Where somebody waits it is theirs after this: with the 3 s after which who waits asks again, a browser that vanished
 * has given it up within 15 s.
 */
export const leaseYieldMs = 11_000;
