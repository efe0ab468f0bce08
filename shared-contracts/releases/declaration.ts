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
  /** No two of one place have the same. */
  id: wordSchema,
  /** `landing-card`, `visit-tab`, `end-card` or `menu`. */
  place: wordSchema,
  title: textsSchema,
  /** A second, smaller line, where there is room. */
  note: z.optional(textsSchema),
  /** One of the shared icons; for any other an arrow is shown. */
  icon: z.optional(wordSchema),
});

/** A slot of another screen that the remote fills. */
const fillSchema = z.looseObject({
  /** The screen's name and the place's, as `visit.below-answer`. */
  slot: z.string().check(z.regex(/^[a-z][a-z0-9]{1,31}\.[a-z][a-z0-9-]{0,31}$/)),
  /** What it is given there, by the name of its contract. */
  props: wordSchema,
  /** In a page, of the place: how long drawing may keep the thread, in ms, and how high it may be, in rem. */
  ms: z.optional(z.number()),
  height: z.optional(z.number()),
});
export type Fill = z.infer<typeof fillSchema>;

export const declarationSchema = z.looseObject({
  /** What operators and error messages call it. */
  title: textsSchema,
  /** Paths it is shown at; links lead to the first. None of a remote that only fills places of other screens. */
  routes: z.array(routeSchema).check(z.maxLength(4)),
  /** `operators`: it belongs to no museum and to no visit. Absent: visitors. */
  audience: z.optional(wordSchema),
  /** What has to be known before it is shown: `museum`, `exhibition`, `answers` (no question is open). */
  needs: z.array(wordSchema).check(z.maxLength(8)),
  /** Which of them becomes known there: visitors who lack it are led to it. */
  provides: z.optional(wordSchema),
  /** `voice`, `text`: where visitors talk with the guide, which is what a visit comes to. */
  conversation: z.optional(wordSchema),
  /** Remotes that are made ready while it is idle, the nearest first. */
  leadsTo: z.optional(z.array(wordSchema).check(z.maxLength(8))),
  entries: z.optional(z.array(entrySchema).check(z.maxLength(8))),
  fills: z.optional(z.array(fillSchema).check(z.maxLength(4))),
});
export type Declaration = z.infer<typeof declarationSchema>;
