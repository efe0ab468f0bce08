import { fold } from '@enfilade/shared-contracts/kit/fold';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';

/** Patterns of folded sentences that give orders to a speaker, not to a visitor. Each pattern applies to texts of all languages. */
const orders = [
  /^\W*(?:[a-z ]{1,20}[:,] ?)?(?:please )?(?:say|tell|repeat|print|ignore|disregard|forget|pretend|promise|mention|answer|confirm|describe|write|rank|recommend|assume|spell|translate|summari[sz]e|reveal|output|invent|estimate|sell me|give me|show the|finish this|stay in|enter|quote)\b/,
  /^\W*(?:[a-z ]{1,20}[:,] ?)?(?:bitte )?(?:(?:sagen|nennen|wiederholen|vergessen|ignorieren|ubersetzen|schreiben|behaupten|bestatigen|erzahlen|erwahnen|versprechen|beschreiben|beschimpfen|verkaufen|fordern|erklaren|empfehlen|raten|antworten|geben|zeigen|tun) sie|sag|nenn|wiederhole|vergiss|ignoriere|behaupte|antworte)\b/,
  /^\W*(?:[a-z ]{1,20}[:,] ?)?(?:veuillez )?(?:dites|repetez|oubliez|ignorez|traduisez|mettez vos|affichez|enumerez|affirmez|mentionnez|confirmez|racontez|faites comme|promettez|decrivez|vendez|appelez|expliquez|insultez|ecrivez|recommandez|repondez|donnez-moi|donnez le|donnez la|dis|ignore|oublie|repete)\b/,
  /\b(?:you are now|system prompt|(?:previous|above|hidden|your|all) (?:instructions|rules)|api[ -]key|vos consignes|ihre anweisungen|alle regeln)\b|^\W*system ?:/,
];

/** Orders inform no visitor, and a model may obey them. */
export function withoutOrders(text: string): string {
  const sentences = splitSentences(text);
  const kept = sentences.filter((sentence) => !orders.some((order) => order.test(fold(sentence))));
  return kept.length === sentences.length ? text : kept.join(' ');
}

const mostWords = 8;

/** The first sentence of a name. Empty for a question, an order or a long text, because the check accepts all words of a name. */
export function nameOf(name: string): string {
  const [first = ''] = splitSentences(withoutOrders(name));
  return first.includes('?') || first.split(/\s+/).length > mostWords ? '' : first;
}

/** Empties a sentence that contains a line of the instruction, because the site refuses every answer with the instruction. */
export function withoutInstruction(text: string, instruction = ''): string {
  const lines = instruction.split('\n').map((line) => line.trim());
  return lines.some((line) => line.length > 0 && text.includes(line)) ? '' : text;
}
