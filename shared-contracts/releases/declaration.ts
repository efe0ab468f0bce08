import { z } from 'zod/mini';

// Published versions keep their declaration forever, and pages of other releases read it. Pages accept unknown words and fields.

/** Field → words that this release supports. Publish and editors refuse other words. */
export const declarationWords = {
  audience: ['visitors', 'operators'],
  needs: ['museum', 'exhibition', 'answers'],
  provides: ['exhibition', 'answers'],
  conversation: ['voice', 'text'],
  place: ['landing-card', 'visit-tab', 'end-card', 'menu'],
};

export const wordSchema = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/));
export const textsSchema = z.record(z.string().check(z.regex(/^[a-z]{2}$/)), z.string().check(z.minLength(1), z.maxLength(120)));
export type DeclaredTexts = z.infer<typeof textsSchema>;

/** One path segment, so that a route never collides with files or the API. */
const routeSchema = z.string().check(z.regex(/^\/[a-z][a-z0-9-]{1,62}$/));

/** A link to the screen on other screens, shown while the screen itself can be shown. */
const entrySchema = z.looseObject({
  /** Unique in its place. */
  id: wordSchema,
  /** `landing-card`, `visit-tab`, `end-card` or `menu`. */
  place: wordSchema,
  title: textsSchema,
  /** A smaller second line, if the place has room. */
  note: z.optional(textsSchema),
  /** A shared icon. Default: an arrow. */
  icon: z.optional(wordSchema),
});

const fillSchema = z.looseObject({
  /** The screen's name and the slot's name, as `visit.below-answer`. */
  slot: z.string().check(z.regex(/^[a-z][a-z0-9]{1,31}\.[a-z][a-z0-9-]{0,31}$/)),
  props: wordSchema,
  /** On a page, limits of the slot: time that rendering may block the thread, in ms, and height, in rem. */
  ms: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type Fill = z.infer<typeof fillSchema>;

export const declarationSchema = z.looseObject({
  title: textsSchema,
  /** Paths of the screen. Links lead to the first path. Empty for a remote that only fills slots of other screens. */
  routes: z.array(routeSchema).check(z.maxLength(4)),
  /** `operators`: the screen belongs to no museum and no visit. Default: visitors. */
  audience: z.optional(wordSchema),
  /** Facts that must be known before the screen is shown: `museum`, `exhibition`, `answers` (no question is open). */
  needs: z.array(wordSchema).check(z.maxLength(8)),
  /** The fact that the screen asks for. Visitors who lack the fact are led to the screen. */
  provides: z.optional(wordSchema),
  /** `voice` or `text`: visitors talk with the guide on the screen, the destination of a visit. */
  conversation: z.optional(wordSchema),
  /** Remotes that are fetched ahead while the screen is idle, the nearest first. */
  leadsTo: z.optional(z.array(wordSchema).check(z.maxLength(8))),
  entries: z.optional(z.array(entrySchema).check(z.maxLength(8))),
  fills: z.optional(z.array(fillSchema).check(z.maxLength(4))),
});
export type Declaration = z.infer<typeof declarationSchema>;
