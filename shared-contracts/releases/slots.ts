import { z } from 'zod/mini';
import { type Declaration, type Fill, textsSchema, wordSchema } from './declaration.ts';

/** `AnswerFacts` and `VisitEndFacts` (`remote/slot.ts`). */
export const slotProps = ['answer', 'visit-end'] as const;
export const isSlotProps = (props: string): boolean => (slotProps as readonly string[]).includes(props);

const slotSchema = z.looseObject({
  /** Other remotes name the slot `<screen>.<name>`. */
  name: wordSchema,
  text: textsSchema,
  props: wordSchema,
  /** `bytes`: the whole filler after Brotli, with the texts of one language. `ms`: time that rendering may block the page's thread. */
  budget: z.strictObject({ bytes: z.int().check(z.positive(), z.lte(30_000)), ms: z.int().check(z.positive(), z.lte(500)) }),
  /** Maximum height in rem. Higher content scrolls. */
  height: z.int().check(z.positive(), z.lte(60)),
});
export type Slot = z.infer<typeof slotSchema>;
export const slotsSchema = z.array(slotSchema).check(z.maxLength(4));

/** The name by which screens navigate to the host's own screen, the end of a visit. */
export const hostScreen = 'end';
const hostSlots: readonly Slot[] = [
  {
    name: 'card',
    text: {
      en: 'A card below those at the end of a visit.',
      de: 'Eine Karte unter denen am Ende eines Besuchs.',
      fr: 'Une carte sous celles de la fin d’une visite.',
    },
    props: 'visit-end',
    budget: { bytes: 15_000, ms: 100 },
    height: 30,
  },
];

type Declaring = Readonly<Record<string, { declaration?: Declaration | undefined }>>;

/** Slots in the form of a later release are ignored. */
export const slotsOf = (declaration: Declaration | undefined): Slot[] => slotsSchema.safeParse(declaration?.['slots'] ?? []).data ?? [];

export function offeredSlots(remotes: Declaring): ReadonlyMap<string, Slot> {
  const owners = [
    [hostScreen, hostSlots] as const,
    ...Object.entries(remotes).map(([name, { declaration }]) => [name, slotsOf(declaration)] as const),
  ];
  return new Map(owners.flatMap(([owner, slots]) => slots.map((slot) => [`${owner}.${slot.name}`, slot] as const)));
}

export interface Filler {
  name: string;
  fills: readonly Fill[];
  bytes: number | undefined;
}

export const fillerOf = (name: string, declaration: Declaration | undefined): Filler => {
  const fillerBytes = declaration?.['fillerBytes'];
  return { name, fills: declaration?.fills ?? [], bytes: typeof fillerBytes === 'number' ? fillerBytes : undefined };
};

/** Why the filler must not fill one of these slots, in words that follow its name. Unknown slots are ignored. */
export function findMisfit({ fills, bytes = 0 }: Filler, offered: ReadonlyMap<string, Slot>): string | undefined {
  for (const { slot, props } of fills) {
    const place = offered.get(slot);
    if (place && place.props !== props) return `takes "${props}" in ${slot}, which gives "${place.props}"`;
    if (place && bytes > place.budget.bytes) return `has ${bytes} bytes after Brotli, and ${slot} has room for ${place.budget.bytes}`;
  }
  return undefined;
}

export const sharedSlot = (one: Filler, other: Filler): string | undefined =>
  one.fills.find(({ slot }) => other.fills.some((fill) => fill.slot === slot))?.slot;
