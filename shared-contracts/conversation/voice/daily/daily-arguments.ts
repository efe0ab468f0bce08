import { z } from 'zod';
import { DailyRefusal } from './daily-refusal.ts';

/**
 * What daily-js 0.87.0 lets pass or refuses without saying why; every other argument rule is its own. The table in
 * `testing/argument-rules.ts` says rule by rule which is which, and its test asks daily-js alone as well.
 */

/** daily-js asks for "+" and digits only, and takes an empty value of an optional field for none. */
const filledSchema = z.string().min(1, 'must not be empty');

export const dialOutSchema = z.looseObject({
  phoneNumber: z
    .string()
    .regex(/^\+[1-9]\d{1,14}$/, 'must be a phone number as per E.164')
    .optional(),
  displayName: z.string().optional(),
  userId: z.string().optional(),
  // Read by daily-js for SIP only.
  codecs: z
    .looseObject({
      video: z
        .array(z.enum(['H264', 'VP8'], 'must be H264 or VP8'))
        .min(1)
        .optional(),
    })
    .optional(),
});

/** daily-js takes what JSON drops or changes, with a warning; what JSON cannot write at all it refuses itself. */
export const userDataSchema = z.unknown().refine(survivesJson, 'must be serializable to JSON without loss');

export const recordingSchema = z.looseObject({
  type: z.enum(['cloud', 'raw-tracks', 'local'], "must be 'cloud', 'raw-tracks' or 'local'").optional(),
});

/** Layers are impossible here: daily-js 0.87.0 loses its `this` on the way to checking them and throws a TypeError at good ones too. */
export const playerSettingsSchema = z.looseObject({
  state: filledSchema.optional(),
  volume: z.number('must be a number').optional(),
  simulcastEncodings: z.undefined('are not possible with this daily-js').optional(),
});

const layersSchema = z.array(z.looseObject({})).min(1, 'must be 1 to 3 layers').max(3, 'must be 1 to 3 layers').optional();

export const callOptionsSchema = z.looseObject({
  dailyConfig: z.looseObject({ camSimulcastEncodings: layersSchema, screenSimulcastEncodings: layersSchema }).optional(),
});

export const sendSettingsSchema = z.record(
  z.string(),
  z.union([z.string(), z.looseObject({ maxQuality: filledSchema.optional() })], 'must be settings or the name of a preset'),
);

const strengthSchema = z.number('must be a number').gt(0, 'must be above 0').max(1, 'must be 1 at most').optional();

/** daily-js reads a number in whatever can be read as one: `true` is picture 1 to it. */
const imageSchema = z.unknown().refine(isImage, 'must be an integer from 1 to 10 or the address of a jpg or png image');

export const videoProcessorSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('none') }),
  z.looseObject({ type: z.literal('face-detection') }),
  z.looseObject({ type: z.literal('background-blur'), config: z.looseObject({ strength: strengthSchema }) }),
  z.looseObject({ type: z.literal('background-image'), config: z.looseObject({ source: imageSchema }) }),
]);

/** @throws DailyRefusal naming what was asked for, the place in it and what is wanted there */
export function check(subject: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value);
  if (!error) return;
  const problems = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(' '));
  throw new DailyRefusal(`${subject}: ${problems.join('; ')}`, { cause: error });
}

function isImage(source: unknown): boolean {
  if (typeof source === 'number') return Number.isInteger(source) && source >= 1 && source <= 10;
  if (typeof source === 'string') return source === 'default' || isImageAddress(source);
  return source === undefined || source instanceof ArrayBuffer;
}

function isImageAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname } = new URL(text);
  if (protocol === 'data:') return /^image\/(?:jpe?g|png)[;,]/.test(pathname);
  return /^https?:$/.test(protocol) && /\.(?:jpe?g|png)$/i.test(pathname);
}

function survivesJson(data: unknown): boolean {
  let isWhole = true;
  const note = (_: string, value: unknown): unknown => {
    if (isLostInJson(value)) isWhole = false;
    return value;
  };
  try {
    JSON.stringify(data, note);
  } catch {
    return true;
  }
  return isWhole;
}

function isLostInJson(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'symbol' || value instanceof Map || value instanceof Set || (typeof value === 'function' && !('toJSON' in value));
}
