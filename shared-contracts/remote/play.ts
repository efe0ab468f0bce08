import { z } from 'zod/mini';
import { type EventName, type EventPayload, eventSchemas } from '../events/event-bus.ts';
import { languageSchema } from '../i18n/language.ts';
import { questionIds } from '../museum/question-ids.ts';
import { remoteNameSchema } from '../releases/release-set.ts';
import { answersSchema } from '../visit/answers.ts';
import { visitConfigSchema } from '../visit/visit-config.ts';

// A remote's plays are in `testing/plays.ts`. `remotes can-ship` runs them before visitors get the version.

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
/** The step must emit the event. Only the named fields of its payload are compared. */
const emittedSchema = z.strictObject({ event: z.enum(eventNames), payload: z.optional(z.record(z.string(), z.unknown())) });

/** Each within 10 s. */
const outcome = {
  sees: z.optional(z.array(seenSchema).check(z.minLength(1), z.maxLength(20))),
  emits: z.optional(z.array(emittedSchema).check(z.minLength(1), z.maxLength(10))),
  /** The page then shows one of these screens. */
  shows: z.optional(z.array(remoteNameSchema).check(z.minLength(1), z.maxLength(16))),
};

const stepSchema = z.union([
  z.strictObject({ press: controlSchema, ...outcome }),
  z.strictObject({ type: textSchema, into: textSchema, ...outcome }),
  z.strictObject({ key: z.enum(['Enter', 'Escape', 'Tab', 'Space', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']), ...outcome }),
  /** Words for the running recording. */
  z.strictObject({ say: textSchema, ...outcome }),
  z.strictObject({ sees: outcome.sees, emits: outcome.emits, shows: outcome.shows }),
]);

const playSchema = z.strictObject({
  /** A sentence about behaviour, like a test's name. */
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  /** The play runs for these museums. Default: every museum. */
  where: z.optional(
    z.strictObject({
      entryScreen: z.optional(z.enum(['visit', 'text-chat'])),
      asks: z.optional(z.enum(questionIds)),
      hasSeveralExhibitions: z.optional(z.boolean()),
    }),
  ),
  /** Default: a new visitor. */
  visitor: z.optional(
    z.strictObject({
      language: z.optional(languageSchema),
      /** The museum's first exhibition is already chosen. */
      hasExhibition: z.optional(z.boolean()),
      /** `all`: the first option of each question · `before`: the same for the questions before one question · otherwise these answers. */
      answers: z.optional(z.union([z.literal('all'), z.strictObject({ before: z.enum(questionIds) }), answersSchema])),
      visitConfig: z.optional(z.partial(visitConfigSchema)),
    }),
  ),
  guide: z.optional(z.record(textSchema, textSchema)),
  steps: z.array(stepSchema).check(z.minLength(1), z.maxLength(40)),
});

export const playsSchema = z.array(playSchema).check(
  z.maxLength(50),
  z.refine((plays) => new Set(plays.map(({ name }) => name)).size === plays.length, 'must have a name each'),
);

type PlaySteps = z.infer<typeof playSchema>['steps'];
type Emitted = { [Name in EventName]: { event: Name; payload?: Partial<EventPayload<Name>> } }[EventName];
export type PlayStep = PlaySteps[number];
export type Play = z.infer<typeof playSchema>;
export type Seen = z.infer<typeof seenSchema>;

type Written<Step> = Step extends unknown ? Omit<Step, 'emits'> & { emits?: Emitted[] } : never;
/** As a team writes plays: the type of an event's payload is that of the bus. */
export type Plays = readonly (Omit<Play, 'steps'> & { steps: Written<PlayStep>[] })[];

/** A play's texts may contain these words in double braces. */
export const playWords = ['museum.id', 'museum.name', 'exhibition.id', 'exhibition.name', 'guide'] as const;
export type PlayWords = Readonly<Record<(typeof playWords)[number], string>>;

const braced = /\{\{([^{}]*)\}\}/g;
const isWord = (name: string): name is keyof PlayWords => (playWords as readonly string[]).includes(name);

export function unknownPlayWords(plays: readonly Play[]): string[] {
  return [...JSON.stringify(plays).matchAll(braced)].flatMap(([, name = '']) => (isWord(name) ? [] : [name]));
}

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
