import { z } from 'zod/mini';
import { entityIdSchema } from './id.ts';
import { museumProfileSchema } from './profile.ts';

/** Browsers must not get these fields, such as the providers' voices. */
export const serverProfileSchema = z.object({
  wallCode: z.optional(z.string().check(z.regex(/^[A-Z0-9]{2,12}$/))),
  /** File name in the settings bucket. */
  settingsFile: z._default(z.string().check(z.regex(/^[a-z0-9-]+\.json$/)), 'assistant-settings.json'),
  providerVoices: z._default(z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(64))), {}),
});

/** `museums/<folder>/profile.json` in CONTENT_DIR. `museum` is a museum id or its beginning; the longest match wins. */
export const profileFileSchema = z.strictObject({
  ...museumProfileSchema.shape,
  ...serverProfileSchema.shape,
  museum: z.union([entityIdSchema, z.string().check(z.regex(/^[0-9a-f]{4,23}$/))]),
});
export type ProfileFile = z.infer<typeof profileFileSchema>;

export function findProfile(profiles: readonly ProfileFile[], museumId: string): ProfileFile | undefined {
  return profiles
    .filter(({ museum }) => museumId.startsWith(museum))
    .reduce<ProfileFile | undefined>((best, next) => (best && best.museum.length >= next.museum.length ? best : next), undefined);
}
