import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import demoQuestions from '../testing/demo-questions.json';
import { type IntentKind, pickIntent } from './tour-intents.ts';

const sayings: Record<Language, Record<IntentKind, string>> = {
  en: {
    begin:
      'Start|begin|Hello, let us begin|Let’s start the tour|I’m ready to start|Can we begin?|Start the guided tour please|Where do we begin?|lead the way|The tour, please',
    yes: 'Yes|yes please|Yeah!|Sure|ok|Okay|Of course|All right then|why not|Sounds good|I’d love to|Yes, I would|Gladly|Please do|That would be lovely',
    no: 'No|no thanks|Not yet|Nope|wait|Hold on a moment|One moment please|I’d rather stay here|Let’s stay here|maybe later|We are not ready yet|not now, thanks',
    next: 'next|Next please|go ahead|Go on|go on then|Carry on|continue|Continue with the tour|Let’s move on|What comes next?|Shall we go on?|Can we continue please?|keep going|Yes, let’s go on',
    'next-room':
      'next room|To the next room please|Take me to the next room|Can we go to the next room?|Let’s go into the next room|I’m done here|show me the next room|We are finished with this room',
    back: 'back|Go back|Can we go back?|Back to the previous room|the last room|Take us back|go back one room please|return to the previous room',
    where:
      'where?|Where are we?|Where am I now?|Which room is this?|What room are we in?|What is this room called?|How many rooms are left?|I am lost|where are we in the tour',
    again:
      'again|Again please|Once more|Repeat that|Could you repeat that, please?|Say that again|Pardon?|sorry, what did you say?|I didn’t catch that|Can you say it again?|What?',
    stop: 'stop|Stop the tour|That’s enough|that’s enough for today|end the tour please|I have to go|We must leave now|bye|Goodbye!|Enough|No, stop|I want to stop',
    more: 'more|Tell me more|Tell me more about it|more please|What else?|Is there anything else here?|I’d like to know more|Anything else?|more details',
    filler: '|...|hm|Hmm|uh|um, well|oh|aha|🙂',
  },
  de: {
    begin:
      'Los|Guten Tag, fangen wir an|Los geht’s|Los geht es|Beginnen wir|Können wir anfangen?|Fangen wir an|Starten Sie bitte die Führung|Ich bin bereit|Die Führung bitte|von vorn|Es kann losgehen|Führen Sie mich herum',
    yes: 'Ja|ja bitte|Ja gern|Klar|Natürlich|Selbstverständlich|Okay|gut|In Ordnung|Einverstanden|Warum nicht?|Sehr gerne|Auf jeden Fall|Gute Idee|Bitte',
    no: 'Nein|nein danke|Noch nicht|Lieber nicht|Moment bitte|Warten Sie bitte|Warten Sie noch einen Moment|Bleiben wir noch hier|später|Wir sind noch nicht so weit|Jetzt nicht|Ich möchte noch hier bleiben',
    next: 'weiter|Weiter bitte|Gehen wir weiter|Bitte fahren Sie fort|Machen Sie weiter|Was kommt als Nächstes?|Können wir weitergehen?|Erzählen Sie weiter|Ja, gehen wir weiter|Es kann weitergehen|Und was kommt jetzt?',
    'next-room':
      'nächster Raum|In den nächsten Raum bitte|Gehen wir in den nächsten Raum|Führen Sie mich in den nächsten Raum|Können wir in den nächsten Raum gehen?|Wir sind hier fertig|den nächsten Raum bitte',
    back: 'zurück|Zurück bitte|Gehen wir zurück|Können wir zurückgehen?|In den vorigen Raum|Einen Raum zurück|Führen Sie uns zurück',
    where:
      'wo?|Wo sind wir?|Wo bin ich?|In welchem Raum sind wir?|Welcher Raum ist das?|Wie heißt dieser Raum?|Wie viele Räume noch?|Wo sind wir gerade?|Wie weit noch?',
    again:
      'noch einmal|Nochmal bitte|Noch einmal, bitte|Wiederholen Sie das bitte|Können Sie das wiederholen?|Wie bitte?|Was haben Sie gesagt?|Das habe ich nicht verstanden|Ich habe Sie nicht verstanden|Sagen Sie das noch einmal',
    stop: 'Stopp|Halt|Aufhören|Schluss|Das reicht|Das reicht für heute|Beenden Sie die Führung|Die Führung beenden|Ich muss gehen|Wir müssen los|Tschüss|Auf Wiedersehen|Genug für heute',
    more: 'mehr|Mehr davon|Erzählen Sie mir mehr|Erzählen Sie mehr darüber|Was noch?|Gibt es noch etwas?|Ich möchte mehr wissen|noch mehr|noch etwas',
    filler: '|...|hm|äh|Ähm|ach so|tja|naja|🙂',
  },
  fr: {
    begin:
      'Bonjour, commençons|Commençons|Commencez|On commence ?|Pouvons-nous commencer ?|Allons-y|C’est parti|Démarrez la visite|La visite guidée s’il vous plaît|Nous sommes prêts|depuis le début|Guidez-moi',
    yes: 'Oui|oui s’il vous plaît|Oui, merci|Bien sûr|D’accord|Volontiers|Avec plaisir|Pourquoi pas ?|Ok|Parfait|Bonne idée|Je vous suis|Certainement|Oui, volontiers',
    no: 'Non|non merci|Pas encore|Pas maintenant|Attendez|Attendez un instant|Un moment, s’il vous plaît|Restons ici|Restons encore un peu|plus tard|Nous ne sommes pas prêts|Je préfère rester ici',
    next: 'suite|La suite, s’il vous plaît|Continuez|Continuons|Continuons la visite|Poursuivez|Passons à la suite|Que vient ensuite ?|Et ensuite ?|Pouvons-nous continuer ?|suivant|Oui, continuons',
    'next-room':
      'La salle suivante|Allons dans la salle suivante|Passons à la salle suivante|la prochaine salle|Emmenez-moi dans la salle suivante|Pouvons-nous passer à la salle suivante ?|Nous avons fini ici',
    back: 'retour|Revenons en arrière|Retournons dans la salle précédente|La salle précédente|Pouvons-nous revenir ?|en arrière|Ramenez-nous',
    where:
      'où ?|Où sommes-nous ?|Où suis-je ?|On est où ?|Dans quelle salle sommes-nous ?|Quelle est cette salle ?|Comment s’appelle cette salle ?|Combien de salles reste-t-il ?|Nous sommes perdus',
    again:
      'encore|Encore une fois|Encore une fois, s’il vous plaît|Répétez|Pouvez-vous répéter ?|Répétez cela s’il vous plaît|Pardon ?|Comment ?|Qu’avez-vous dit ?|Je n’ai pas compris|Je n’ai pas bien entendu',
    stop: 'stop|Arrêtez|Arrêtons la visite|Ça suffit|Cela suffit pour aujourd’hui|Terminons ici|C’est tout|C’est assez|Je dois partir|Nous devons partir|Au revoir|Assez',
    more: 'plus|Dites-m’en plus|Dites-moi plus|Quoi d’autre ?|Y a-t-il autre chose ?|Je voudrais en savoir plus|En savoir plus|Davantage|plus de détails',
    filler: '|...|euh|hum|ben|ah|voyons|🙂',
  },
};

const rows = languages.flatMap((language) =>
  Object.entries(sayings[language]).map(([intent, texts]) => ({ language, intent, texts: texts.split('|') })),
);
const understood = (text: string, language: Language) => pickIntent(wordsOf(text), language);

describe('what a visitor says on a tour', () => {
  it.each(rows)('in $language means $intent', ({ language, intent, texts }) => {
    expect(texts.filter((text) => understood(text, language) !== intent)).toEqual([]);
  });

  it('is understood in the other languages, too', () => {
    expect([understood('Ja, gerne', 'en'), understood('où sommes-nous ?', 'de'), understood('go on', 'fr')]).toEqual([
      'yes',
      'where',
      'next',
    ]);
  });

  it('is a question where it asks about the building', () => {
    for (const museum of [demoQuestions.known.belmonte, demoQuestions.foreign.belmonte]) {
      for (const [language, questions] of Object.entries(museum)) {
        const texts = Array.isArray(questions) ? questions : Object.values(questions).flat();
        expect(texts.filter((text) => understood(text, language as Language))).toEqual([]);
      }
    }
    expect(understood('Yes, but who painted it?', 'en')).toBeUndefined();
    expect(understood('Nein, ich meine den Spiegel', 'de')).toBeUndefined();
  });

  it('may be anything', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 300 }), fc.constantFrom(...languages), (text, language) => {
        const intent = understood(text, language);
        expect(intent === undefined || intent in sayings.en).toBe(true);
      }),
    );
  });
});
