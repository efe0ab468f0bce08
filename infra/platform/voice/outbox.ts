/** A message that has to arrive: once, and in the order of its numbers. */
interface Numbered {
  n: number;
}

/**
 * Numbers messages and keeps them until the other side says that it has them: what went out over a connection that was dead already,
 * without anybody knowing, is sent again over the next one. Drops the oldest messages beyond `most`.
 */
export function createOutbox<Message extends object>(most: number) {
  let kept: (Message & Numbered)[] = [];
  let last = 0;
  return {
    /** Returns the message to send now, if a connection exists. */
    add(message: Message): Message & Numbered {
      const numbered = { ...message, n: ++last };
      kept.push(numbered);
      if (kept.length > most) kept.shift();
      return numbered;
    },
    /** The other side has everything up to the number `received`. */
    acknowledge(received: number): void {
      if ((kept[0]?.n ?? received + 1) <= received) kept = kept.filter(({ n }) => n > received);
    },
    /** What it may not have, in order. */
    pending: (): readonly (Message & Numbered)[] => kept,
    clear() {
      kept = [];
    },
  };
}
