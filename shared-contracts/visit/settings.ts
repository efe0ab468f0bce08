import { z } from 'zod/mini';
import { languages } from '../i18n/language.ts';
import type { ThemeMode } from '../museum/theme.ts';

const percentage = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

export const settingsSchema = z.object({
  /** In percent of the device's own size. */
  textSize: percentage(100, 200),
  contrast: z.enum(['standard', 'more']),
  theme: z.enum(['light', 'dark', 'device']),
  motion: z.enum(['device', 'none']),
  hasCaptions: z.boolean(),
  /** In percent of the text around them. */
  captionSize: percentage(100, 200),
  /** Language of captions. `voice`: the guide's language. */
  captionsIn: z.enum(['voice', ...languages]),
  isEasy: z.boolean(),
  /** 1 is the voice's own rate. */
  speechRate: z.number().check(z.minimum(0.7), z.maximum(1.5)),
  /** In percent. `isAudioMuted` mutes the guide. */
  volume: percentage(10, 100),
  hasMusic: z.boolean(),
  vibrates: z.boolean(),
  isMono: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  textSize: 100,
  contrast: 'standard',
  theme: 'light',
  motion: 'device',
  hasCaptions: true,
  captionSize: 100,
  captionsIn: 'voice',
  isEasy: false,
  speechRate: 1,
  volume: 100,
  hasMusic: false,
  vibrates: true,
  isMono: false,
};

/** The hosted voice refuses faster rates (ElevenLabs' `speed`, 0.7 to 1.2). */
export const callRate = (speechRate: number): number => Math.min(speechRate, 1.2);

const fields = Object.entries(settingsSchema.shape);

export function parseSettings(stored: unknown, fallback: Settings = defaultSettings): Settings {
  const given: Partial<Record<string, unknown>> = Object(stored);
  const valid = fields.flatMap(([name, schema]) => {
    const parsed = Object.hasOwn(given, name) ? schema.safeParse(given[name]) : undefined;
    return parsed?.success ? [[name, parsed.data]] : [];
  });
  return { ...fallback, ...Object.fromEntries(valid) };
}

export const pickThemeMode = ({ theme }: Pick<Settings, 'theme'>, isDeviceDark: boolean): ThemeMode =>
  theme === 'dark' || (theme === 'device' && isDeviceDark) ? 'negative' : 'positive';
