import { z } from 'zod/mini';

/** GET /api/voice: facts that the page needs before it requests the microphone. */
export const voiceFactsSchema = z.object({
  /** site: the museum's side recognises speech · browser: only the browser's own recogniser can. */
  hearing: z.enum(['site', 'browser']),
  dictation: z.enum(['site', 'browser']),
  /** The call machine's script, with the hash that the page requires. Absent if voice is not available. */
  callMachine: z.optional(
    z.object({ url: z.string().check(z.startsWith('/voice/')), integrity: z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/)) }),
  ),
});
export type VoiceFacts = z.infer<typeof voiceFactsSchema>;

/** POST /api/voice/call/web: fields that every Vapi call has, and fields that the SDK reads. */
export const webCallSchema = z.object({
  id: z.uuid(),
  /** The museum's id. The account at the voice platform stays private. */
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

/** The `pastTranscriptSummary` of a call without earlier turns. */
export const noSummary = 'No transcript summary available.';

/** The SDK's variable values. The rest of its request is ignored. */
export const callVariablesSchema = z.object({
  visit: z.string().check(z.maxLength(8192)),
  pastTranscriptSummary: z.optional(z.string().check(z.maxLength(8000))),
  speechRate: z.optional(z.number().check(z.minimum(0.7), z.maximum(1.2))),
});

/** POST /api/voice/calls/:callId/renewal: the page renews its voice slot at this interval. */
export const leaseRenewalMs = 4_000;
/** Time from the last renewal. A connection that was lost for 20 s keeps its slot. */
export const leaseLifeMs = 28_000;
/** Replaces leaseLifeMs while a visitor waits. Visitors ask again every 3 s, so they get the slot of a vanished browser within 15 s. */
export const leaseYieldMs = 11_000;
