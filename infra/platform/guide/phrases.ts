import type { Language } from '@enfilade/shared-contracts/i18n/language';

/** What the guide says of itself, without a source. `{name}` is the museum's name for its guide, `{museum}` the museum's. */
const phrases = {
  unknown: {
    en: "I'm afraid I don't know that. Please ask a member of staff; they will be glad to help you.",
    de: 'Das weiß ich leider nicht. Bitte fragen Sie das Museumspersonal; man hilft Ihnen dort gern weiter.',
    fr: 'Je ne le sais pas, malheureusement. Veuillez demander à un membre du personnel, qui vous aidera volontiers.',
  },
  exhausted: {
    en: 'That is all I know about it. Ask me about anything else you see here.',
    de: 'Mehr weiß ich darüber nicht. Fragen Sie mich gern nach etwas anderem, das Sie hier sehen.',
    fr: 'C’est tout ce que je sais à ce sujet. Posez-moi une question sur autre chose que vous voyez ici.',
  },
  greeting: {
    en: 'Hello, I am {name}, your AI guide to {museum}. What would you like to know?',
    de: 'Guten Tag, ich bin {name}, Ihr KI-Guide für {museum}. Was möchten Sie wissen?',
    fr: 'Bonjour, je suis {name}, votre guide virtuel, une IA, pour {museum}. Que souhaitez-vous savoir ?',
  },
  thanks: {
    en: 'You are very welcome. Ask me whenever something catches your eye.',
    de: 'Sehr gern. Fragen Sie mich jederzeit, wenn Ihnen etwas auffällt.',
    fr: 'Avec plaisir. N’hésitez pas à me demander dès que quelque chose attire votre regard.',
  },
  goodbye: {
    en: 'Goodbye, and thank you for your visit.',
    de: 'Auf Wiedersehen, und vielen Dank für Ihren Besuch.',
    fr: 'Au revoir, et merci de votre visite.',
  },
  identity: {
    en: 'I am {name}, an AI guide. I answer from what {museum} has written down for its visitors, and say so when I do not know.',
    de: 'Ich bin {name}, ein KI-Guide. Ich antworte mit dem, was {museum} für Gäste aufgeschrieben hat, und sage es, wenn ich etwas nicht weiß.',
    fr: 'Je suis {name}, un guide animé par une IA. Je réponds d’après les textes du musée ({museum}) et je le dis quand je ne sais pas.',
  },
  human: {
    en: 'No, I am not a human being: I am {name}, an AI guide. To talk to a person, please turn to a member of staff.',
    de: 'Nein, ich bin kein Mensch, sondern {name}, ein KI-Guide. Wenn Sie mit einem Menschen sprechen möchten, wenden Sie sich bitte an das Museumspersonal.',
    fr: 'Non, je ne suis pas un être humain : je suis {name}, un guide animé par une IA. Pour parler à quelqu’un, adressez-vous au personnel du musée.',
  },
  wellBeing: {
    en: 'I am an AI guide, so I am always ready. What would you like to know?',
    de: 'Als KI-Guide bin ich immer bereit, danke der Nachfrage. Was möchten Sie wissen?',
    fr: 'Je suis une IA, toujours là pour vous répondre, merci. Que souhaitez-vous savoir ?',
  },
  help: {
    en: 'Ask me about what you see here, who lived or worked here, and how it was made. I answer from the texts of the museum.',
    de: 'Fragen Sie mich nach dem, was Sie hier sehen, wer hier lebte oder arbeitete und wie es entstand. Ich antworte mit den Texten des Museums.',
    fr: 'Interrogez-moi sur ce que vous voyez ici, sur celles et ceux qui y ont vécu ou travaillé. Je réponds d’après les textes du musée.',
  },
} as const satisfies Record<string, Record<Language, string>>;

export type PhraseId = keyof typeof phrases;

/** One of the guide's own sentences in the visitor's language. */
export function phrase(id: PhraseId, language: Language, names: { name: string; museum: string }): string {
  return phrases[id][language].replaceAll('{name}', names.name).replaceAll('{museum}', names.museum);
}
