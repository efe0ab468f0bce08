type Numbered = { n: number };

/** Stores messages until the other side confirms them, so that they survive a lost connection. Drops the oldest beyond `most`. */
export function createOutbox<Message extends object>(most: number) {
  let kept: (Message & Numbered)[] = [];
  let last = 0;
  return {
    add(message: Message): Message & Numbered {
      const numbered = { ...message, n: ++last };
      kept.push(numbered);
      if (kept.length > most) kept.shift();
      return numbered;
    },
    acknowledge(received: number): void {
      if ((kept[0]?.n ?? received + 1) <= received) kept = kept.filter(({ n }) => n > received);
    },
    pending: (): readonly (Message & Numbered)[] => kept,
    clear() {
      kept = [];
    },
  };
}
