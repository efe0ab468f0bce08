import { z } from 'zod/mini';

// The declaration of a remote's screen, from the `declaration.json` of its folder. Published versions keep it forever, and pages of
// other releases read it. Unknown words are therefore accepted, and unknown fields ignored.

/** Field → words that this release supports. Publishing and editors refuse other words. */
export const declarationWords = {
  audience: ['visitors', 'operators'],
  needs: ['museum', 'exhibition', 'answers'],
  provides: ['exhibition', 'answers'],
  conversation: ['voice', 'text'],
  place: ['landing-card', 'visit-tab', 'end-card', 'menu'],
};

export const wordSchema = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/));
/** Texts by language. Pages have their own language alone. */
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
  /** A second, smaller line if there is room. */
  note: z.optional(textsSchema),
  /** A shared icon. Unknown icons are shown as an arrow. */
  icon: z.optional(wordSchema),
});

/** A slot of another screen that the remote fills. */
const fillSchema = z.looseObject({
  /** Names of screen and slot, such as `visit.below-answer`. */
  slot: z.string().check(z.regex(/^[a-z][a-z0-9]{1,31}\.[a-z][a-z0-9-]{0,31}$/)),
  /** Name of the slot's props. */
  props: wordSchema,
  /** Set in pages from the slot: limit for rendering in ms, and height in rem. */
  ms: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type Fill = z.infer<typeof fillSchema>;

export const declarationSchema = z.looseObject({
  /** Name for operators and error messages. */
  title: textsSchema,
  /** The screen's paths, the first for links. Empty for a remote that fills slots alone. */
  routes: z.array(routeSchema).check(z.maxLength(4)),
  /** `operators`: a screen outside museums and visits. Defaults to visitors. */
  audience: z.optional(wordSchema),
  /** What the screen needs: `museum`, `exhibition`, `answers` (no open question). */
  needs: z.array(wordSchema).check(z.maxLength(8)),
  /** The need that the screen provides. Visitors without it are led to the screen. */
  provides: z.optional(wordSchema),
  /** `voice`, `text`: the screen on which visitors talk with the guide. */
  conversation: z.optional(wordSchema),
  /** Remotes that are loaded ahead while the screen is idle, the likeliest first. */
  leadsTo: z.optional(z.array(wordSchema).check(z.maxLength(8))),
  entries: z.optional(z.array(entrySchema).check(z.maxLength(8))),
  fills: z.optional(z.array(fillSchema).check(z.maxLength(4))),
});
export type Declaration = z.infer<typeof declarationSchema>;
