const withDative = wordSet(
  'an am aus außer bei beim dank gegenüber hinter mit nach neben samt seit trotz unter von vom vor zu zum zur zwischen',
);
const withAccusative = wordSet('durch für gegen ohne um über');
const withWeakNominative = wordSet('das dieses jenes jedes ins ans aufs durchs fürs übers ums');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.toLowerCase().split(' '));
}

/** The word before, in lower case; undefined across a comma or a full stop. */
function wordBefore(text: string): string | undefined {
  return /([\p{L}\p{M}]+)\s+$/u.exec(text)?.[1]?.toLowerCase();
}

/** Only the very word before counts: a title takes the case on itself ("unter König Ludwig XIV."). */
export const governsDative = (before: string): boolean => isIn(withDative, before);
export const governsAccusative = (before: string): boolean => isIn(withAccusative, before);

/** "das achtzehnte Jahrhundert", while it is "im achtzehnten Jahrhundert". */
export const governsWeakNominative = (before: string): boolean => isIn(withWeakNominative, before);

function isIn(words: ReadonlySet<string>, before: string): boolean {
  const word = wordBefore(before);
  return word !== undefined && words.has(word);
}
