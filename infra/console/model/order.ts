/** Something that changes what visitors get, before it is confirmed. */
export interface Order {
  /** Which row or form it belongs to: it is confirmed there. */
  at: string;
  /** What will change, in sentences. */
  words: string[];
  /** The word on the button that sends it. */
  verb: string;
  /** @returns the sentence that says it was done */
  send(): Promise<string>;
}

export interface Outcome {
  kind: 'done' | 'failed';
  words: string;
}

export interface OrderDesk {
  asked: Order | undefined;
  isSending: boolean;
  outcome: Outcome | undefined;
  ask(order: Order): void;
  cancel(): void;
  confirm(): void;
  /** For what harms nobody: sends without asking. */
  sendNow(order: Order): void;
}
