/** A message that must arrive once, in the order of the numbers. */
interface Numbered {
  n: number;
}

/**
 * Numbers messages and stores them until the other side confirms them, so that messages over a dead connection are sent again over the
 * next one. Drops the oldest messages beyond `most`.
 */
export function createOutbox<Message extends object>(most: number) {
  let kept: (Message & Numbered)[] = [];
  let last = 0;
  return {
    /** Stores a message and returns it with its number. */
    add(message: Message): Message & Numbered {
      const numbered = { ...message, n: ++last };
      kept.push(numbered);
      if (kept.length > most) kept.shift();
      return numbered;
    },
    /** Deletes the messages up to the number `received`. */
    acknowledge(received: number): void {
      if ((kept[0]?.n ?? received + 1) <= received) kept = kept.filter(({ n }) => n > received);
    },
    /** The unconfirmed messages, in order. */
    pending: (): readonly (Message & Numbered)[] => kept,
    clear() {
      kept = [];
    },
  };
}
