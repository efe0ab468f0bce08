import { z } from 'zod/mini';
import { type EventName, type EventPayload, eventSchemas } from '../events/event-bus.ts';
import { languageSchema } from '../i18n/language.ts';
import { questionIds } from '../museum/question-ids.ts';
import { remoteNameSchema } from '../releases/release-set.ts';
import { answersSchema } from '../visit/answers.ts';
import { visitConfigSchema } from '../visit/visit-config.ts';

// A play is a visitor's actions on a screen and their expected results. A remote's plays are in `testing/plays.ts` beside its states,
// and its build contains them. `remotes can-ship` runs them before visitors get the version. Words such as `{{museum.name}}` are replaced by
// the museum's values; see `playWords`.

const roles = [
  ...(['alert', 'button', 'checkbox', 'combobox', 'dialog', 'heading', 'img', 'link', 'list', 'log'] as const),
  ...(['progressbar', 'radio', 'row', 'status', 'tab', 'textbox'] as const),
] as const;
const textSchema = z.string().check(z.minLength(1), z.maxLength(500));

/** `begins`: the accessible name starts with `name`. */
const controlSchema = z.strictObject({ role: z.enum(roles), name: textSchema, begins: z.optional(z.literal(true)) });
/** An element with this accessible name, a field with this text, or a text anywhere on the page. */
const seenSchema = z.union([controlSchema, z.strictObject({ field: textSchema, holds: textSchema }), z.strictObject({ text: textSchema })]);

const eventNames = Object.keys(eventSchemas) as [EventName, ...EventName[]];
/** An event that the step must emit. Only the named fields of its payload are compared. */
const emittedSchema = z.strictObject({ event: z.enum(eventNames), payload: z.optional(z.record(z.string(), z.unknown())) });

/** The expected results of a step, each within 10 s. */
const outcome = {
  sees: z.optional(z.array(seenSchema).check(z.minLength(1), z.maxLength(20))),
  emits: z.optional(z.array(emittedSchema).check(z.minLength(1), z.maxLength(10))),
  /** One of these screens is shown then. */
  shows: z.optional(z.array(remoteNameSchema).check(z.minLength(1), z.maxLength(16))),
};

const stepSchema = z.union([
  z.strictObject({ press: controlSchema, ...outcome }),
  /** Replaces the text of the field. */
  z.strictObject({ type: textSchema, into: textSchema, ...outcome }),
  z.strictObject({ key: z.enum(['Enter', 'Escape', 'Tab', 'Space', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']), ...outcome }),
  /** Words for the running recording. */
  z.strictObject({ say: textSchema, ...outcome }),
  z.strictObject({ sees: outcome.sees, emits: outcome.emits, shows: outcome.shows }),
]);

const playSchema = z.strictObject({
  /** A sentence about behaviour, as a test's. */
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  /** Of which museums it is true; left out: of every one. */
  where: z.optional(
    z.strictObject({
      entryScreen: z.optional(z.enum(['visit', 'text-chat'])),
      asks: z.optional(z.enum(questionIds)),
      hasSeveralExhibitions: z.optional(z.boolean()),
    }),
  ),
  /** Who comes: nobody who was here before, unless this says so. */
  visitor: z.optional(
    z.strictObject({
      language: z.optional(languageSchema),
      /** The museum's first exhibition is chosen already. */
      hasExhibition: z.optional(z.boolean()),
      /** What was answered already: everything (the first option of each question), everything before that question, or this. */
      answers: z.optional(z.union([z.literal('all'), z.strictObject({ before: z.enum(questionIds) }), answersSchema])),
      visitConfig: z.optional(z.partial(visitConfigSchema)),
    }),
  ),
  /** Question → what the guide answers. */
  guide: z.optional(z.record(textSchema, textSchema)),
  steps: z.array(stepSchema).check(z.minLength(1), z.maxLength(40)),
});

/** The contents of `private/plays.json` in a build. */
export const playsSchema = z.array(playSchema).check(
  z.maxLength(50),
  z.refine((plays) => new Set(plays.map(({ name }) => name)).size === plays.length, 'must have a name each'),
);

type PlaySteps = z.infer<typeof playSchema>['steps'];
/** An event that a step leads to, with what of its payload is to be looked at. */
type Emitted = { [Name in EventName]: { event: Name; payload?: Partial<EventPayload<Name>> } }[EventName];
export type PlayStep = PlaySteps[number];
export type Play = z.infer<typeof playSchema>;
export type Seen = z.infer<typeof seenSchema>;

type Written<Step> = Step extends unknown ? Omit<Step, 'emits'> & { emits?: Emitted[] } : never;
/** A remote's plays, as its team writes them: an event's payload is checked against what the bus carries. */
export type Plays = readonly (Omit<Play, 'steps'> & { steps: Written<PlayStep>[] })[];

/** The words in double braces that a play's texts may contain. */
export const playWords = ['museum.id', 'museum.name', 'exhibition.id', 'exhibition.name', 'guide'] as const;
export type PlayWords = Readonly<Record<(typeof playWords)[number], string>>;

const braced = /\{\{([^{}]*)\}\}/g;
const isWord = (name: string): name is keyof PlayWords => (playWords as readonly string[]).includes(name);

/** Unknown words in double braces. */
export function unknownPlayWords(plays: readonly Play[]): string[] {
  return [...JSON.stringify(plays).matchAll(braced)].flatMap(([, name = '']) => (isWord(name) ? [] : [name]));
}

/** A play, or a part of one, with the words of one museum. */
export function fillPlay<Part>(part: Part, words: PlayWords): Part {
  const fillText = (text: string) => text.replace(braced, (written, name: string) => (isWord(name) ? words[name] : written));
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [fillText(key), fill(entry)]));
  };
  return fill(part) as Part;
}
