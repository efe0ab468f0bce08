import { createRandom } from '@enfilade/shared-contracts/kit/testing/create-random';
import fc from 'fast-check';

/** Seeded, so that a case can be repeated. */
export interface Dice {
  /** From 0 to `count` - 1. */
  below(count: number): number;
  pick<T>(from: readonly T[]): T;
  happens(perThousand: number): boolean;
}

/** @param name selects a sequence of the property tests' seed */
export function createDice(name: string): Dice {
  const seed = [...name].reduce((mixed, letter) => Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16_777_619), startOf());
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    happens: (perThousand) => below(1000) < perThousand,
  };
}

const randomStart = Math.floor(Math.random() * 2 ** 31);
/** If no seed is set (`PROPERTY_SEED=random`), one seed for this process. */
const startOf = (): number => fc.readConfigureGlobal()?.seed ?? randomStart;
