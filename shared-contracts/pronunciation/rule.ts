/** One written form and how it is spoken. */
export interface Rule {
  written: string;
  spoken: string;
  /** Spoken only: what is heard may as well mean something else ("three"), so a transcript keeps it. */
  isOneWay?: boolean;
  /** Whether the spoken form fits what stands before it: a German case follows its preposition. */
  fits?: (before: string) => boolean;
  /** The same for the spoken form, where it may mean something else ("at twelve fifteen"). */
  fitsHeard?: (before: string) => boolean;
  /** Its own full stop may end the sentence too ("unter Ludwig XIV."). */
  sharesStop?: boolean;
}

/** Pairs of written and spoken form, as a table says them. */
export function pairRules(pairs: Readonly<Record<string, string>>): Rule[] {
  return Object.entries(pairs).map(([written, spoken]) => ({ written, spoken }));
}
