import type { Language } from '@enfilade/shared-contracts/i18n/language';

// What a question asks for, and how a paragraph that says it can be told. Questions are matched folded.
const hints: Record<Language, readonly [question: RegExp, answer: RegExp][]> = {
  en: [
    [/\b(why|how come|what for|reason)\b/, /\b(because|since|reason|therefore)\b/i],
    [/\b(when|how old|(what|which) (year|century)|since when)\b/, /\b1\d{3}\b|\b20\d\d\b|\bcentury\b/],
    [
      /\bhow (many|much|big|large|long|tall|high|heavy|wide|deep|old)\b/,
      /\d|\b(two|three|four|five|six|seven|eight|nine|ten|twelve|\w+teen|\w+ty|hundred|thousand|metres|kilograms)\b/i,
    ],
    [/\bwho (is|was|were)\b/, /\b(lived from|born|was (the|a|an)|were)\b/],
    [/\bwho\b.*\b(live|lived|own|owned)\b/, /\blived from\b|\bfamily\b/],
    [/\b(made of|made from|material)\b/, /\b(made of|stone|wood|wooden|glass|marble|silk|gold)\b/],
    [/\bwho\b.*\b(built|painted|made|designed|wrote|created)\b/, /\bby \p{Lu}|\b(painted|built|designed|wrote|created)\b/u],
  ],
  de: [
    [/\b(warum|wieso|weshalb|wozu|grund)\b/, /\b(weil|denn|deshalb|darum|nämlich|grund)\b/i],
    [/\b(wann|wie alt|welche[mrs]? (jahr|jahrhundert)|seit wann)\b/, /\b1\d{3}\b|\b20\d\d\b|\bJahrhundert/],
    [
      /\bwie (viele?|gross|lang|hoch|schwer|breit|tief|alt|teuer)\b/,
      /\d|\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|\w+zehn|\w+zig|dreißig|hundert|tausend|Meter|Kilogramm)\b/i,
    ],
    [/\bwer (ist|war|waren)\b/, /\b(lebte|geboren|war (der|die|das|ein)|waren)\b/],
    [/\bwer\b.*\b(gewohnt|wohnte|gelebt|lebte|lebten|wohnten)\b/, /\bvon \d+ bis \d+ lebte\b|\bFamilie\b/],
    [/\b(woraus|aus was|material)\b/, /\b(besteht aus|aus \p{L}*(stein|holz|glas|marmor|seide|gold))/u],
    [
      /\bwer\b.*\b(gebaut|gemalt|gemacht|entworfen|baute|malte|schuf)\b/,
      /\b(gebaut|gemalt|malte|baute|entwarf|schuf|machte|erbaut)\b|\bvon \p{Lu}/u,
    ],
  ],
  fr: [
    [/\b(pourquoi|raison)\b/, /\b(parce|car|puisque|afin|raison)\b/i],
    [/\b(quand|quel age|quelle (annee|epoque)|quel siecle|depuis quand|de quand)\b/, /\b1\d{3}\b|\b20\d\d\b|\bsiècle\b/],
    [
      /\b(combien|quelle (taille|hauteur|longueur|largeur)|quel poids)\b/,
      /\d|\b(deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|vingt|\w+ante|cents?|mille|mètres|kilogrammes)\b/i,
    ],
    [/\bqui (est|etait|etaient|fut)\b/, /\b(vécut|né|née|était (le|la|un|une)|fut)\b|\bétait l’/],
    [/\bqui\b.*\b(vecu|vivait|vivaient|habite|habitait|habitaient)\b/, /\bvécu\w* de\b|\bfamille\b/],
    [/\ben quoi\b|\bmatiere\b|\bmateriau\b/, /\b(fait|faite|faits) (de|en)\b|\b(pierre|bois|verre|marbre|soie)\b/],
    [
      /\bqui\b.*\b(construit|peint|fait|concu|cree|bati)\b/,
      /\b(construit|peint|peignit|fait|conçu|bâti)\p{L}*\b.*\bpar \p{Lu}|\b(peignit|a peint|construisit)\b/u,
    ],
  ],
};

/** Tells of a paragraph whether it gives the kind of answer the question wants: a reason, a year, a number. */
export function answerHint(words: readonly string[], language: Language): (paragraph: string) => boolean {
  const question = words.join(' ');
  const wanted = hints[language].filter(([asks]) => asks.test(question)).map(([, answers]) => answers);
  return (paragraph) => wanted.some((answers) => answers.test(paragraph));
}
