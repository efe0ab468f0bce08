import { z } from 'zod';
import { entityIdSchema } from './id.ts';
import { museumProfileSchema } from './profile.ts';

/** What a profile says beyond what browsers may see: where a code leads, which provider's voice speaks. */
export const serverProfileSchema = z.object({
  /** The code on the wall, upper case. */
  wallCode: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/)
    .optional(),
  /** File name in the settings bucket. */
  settingsFile: z
    .string()
    .regex(/^[a-z0-9-]+\.json$/)
    .default('assistant-settings.json'),
  /** Voice id → the provider's voice id. */
  providerVoices: z.record(z.string(), z.string().min(1).max(64)).default({}),
});

/**
 * A file of CONTENT_DIR (`museums/<folder>/profile.json`). `museum` is a museum id or the beginning of
 * one; the longest match wins.
 */
export const profileFileSchema = museumProfileSchema
  .extend(serverProfileSchema.shape)
  .extend({ museum: z.union([entityIdSchema, z.string().regex(/^[0-9a-f]{4,23}$/)]) })
  .strict();
export type ProfileFile = z.infer<typeof profileFileSchema>;

/** The profile whose `museum` is this id or its longest beginning. */
export function findProfile(profiles: readonly ProfileFile[], museumId: string): ProfileFile | undefined {
  return profiles
    .filter(({ museum }) => museumId.startsWith(museum))
    .reduce<ProfileFile | undefined>((best, next) => (best && best.museum.length >= next.museum.length ? best : next), undefined);
}
