import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { PhraseId } from './phrases.ts';

type SmallTalk = Extract<PhraseId, 'greeting' | 'thanks' | 'goodbye' | 'identity' | 'human' | 'wellBeing' | 'help'>;

// Matched against folded words with single spaces. Whole messages only, so that "Hello, who painted this?"
// stays a question; only asking for a human being is recognised inside a longer sentence.
const patterns: Record<Language, readonly [SmallTalk, RegExp][]> = {
  en: [
    [
      'human',
      /\b(are you|is this|is that|you are|you re) (really |actually |just )?(an? )?(real |actual |living )?(human|person|robot|bot|machine|ai|artificial|computer|chatbot|program|alive)\b/,
    ],
    [
      'human',
      /\b(talking|speaking|chatting|writing) (to|with) (an? )?(real |actual |living )?(human|person|robot|bot|machine|ai|computer|chatbot)\b/,
    ],
    ['human', /^are you real$/],
    ['identity', /^(and |so |hello |hi )?(who|what) (exactly )?are you( exactly| then)?$/],
    [
      'identity',
      /^(what s|what is|tell me) your name( please)?$|^who am i (talking|speaking) (to|with)$|^(please )?(introduce|tell me( something)? about) yourself$/,
    ],
    ['greeting', /^((hello|hi|hey|greetings|good (morning|afternoon|evening|day))( there| everyone| again)?\s?)+$/],
    [
      'thanks',
      /^(ok |okay |great |oh |no )?(thank you|thanks|cheers|thx|many thanks)( (so|very) much| a lot| again)?( (for|that was) .{1,40})?$/,
    ],
    ['thanks', /^(that (is|was) )?(ok|okay|great|nice|cool|wow|interesting|wonderful|amazing|lovely|beautiful|perfect|understood|i see)$/],
    ['goodbye', /^(bye|goodbye|good bye|bye bye|see you( later| soon)?|good night|farewell)$/],
    ['wellBeing', /^(hello |hi )?how (are you( doing)?( today)?|is it going|s it going|do you do)$/],
    [
      'help',
      /^(help( me)?( please)?|what (can|could) (you do|you help( me)? with|you tell me|i ask( you)?|you answer)( here| for me)?|how can you help( me)?|how does this work)$/,
    ],
  ],
  de: [
    [
      'human',
      /\b(sind sie|bist du|ist das)( denn| wirklich| eigentlich| etwa)*( ein| eine)?( echter?| echte| richtiger?| lebendiger?)? (mensch|person|roboter|maschine|computer|ki|bot|chatbot|programm|kunstliche intelligenz|menschlich|echt)\b/,
    ],
    [
      'human',
      /\b(spreche|rede|schreibe|chatte) ich( hier| gerade| denn| wirklich| eigentlich)* mit (einem|einer)( echten| richtigen)? (menschen|mensch|person|roboter|maschine|computer|ki|bot|chatbot)\b/,
    ],
    ['identity', /^(und |hallo )?(wer|was) (sind sie|bist du)( denn| eigentlich)?$/],
    [
      'identity',
      /^wie (heissen sie|heisst du|ist (ihr|dein) name)$|^mit wem (spreche|rede) ich( hier)?$|^(bitte )?stellen sie sich( bitte| kurz)* vor$/,
    ],
    ['greeting', /^((hallo|hi|hey|moin|servus|gruezi|gruss gott|guten (tag|morgen|abend))( zusammen| allerseits)?\s?)+$/],
    [
      'thanks',
      /^(ok |okay |super |toll |nein |gut )?(danke|vielen dank|dankeschon|besten dank|herzlichen dank)( (schon|sehr|vielmals|ihnen|dir))*( fur .{1,40})?$/,
    ],
    ['thanks', /^(das (ist|war) )?(ok|okay|gut|toll|super|schon|interessant|wunderbar|wow|spannend|prima|alles klar|verstanden|perfekt)$/],
    ['goodbye', /^(tschuss|auf wiedersehen|bis (bald|spater|dann)|ciao|gute nacht|ade)$/],
    ['wellBeing', /^(hallo )?wie geht (es|s)( ihnen| dir)?( heute)?$/],
    [
      'help',
      /^(hilfe|(bitte )?helfen sie mir|was (konnen sie|kannst du)( alles| hier)?( tun| machen| beantworten)?|was kann ich (sie |dich )?(alles )?fragen|wie (konnen sie|kannst du) mir helfen|wie funktioniert das)$/,
    ],
  ],
  fr: [
    [
      'human',
      /\b(etes vous|es tu|vous etes|tu es|est ce|c est)( vraiment| bien)?( un| une)?( vrai| vraie| veritable)? (humain|humaine|etre humain|personne|robot|machine|ordinateur|ia|bot|chatbot|programme|intelligence artificielle|reel|reelle)\b/,
    ],
    [
      'human',
      /\b(parle|parler|discute|ecris)( je)?( vraiment| bien)? (a|avec) (un|une)( vrai| vraie| veritable)? (humain|humaine|etre humain|personne|robot|machine|ordinateur|ia|bot|chatbot)\b/,
    ],
    ['identity', /^(et |bonjour )?(qui (etes vous|es tu|vous etes)|(vous etes|tu es|t es) qui|qu est ce que vous etes)$/],
    [
      'identity',
      /^(comment (vous appelez vous|t appelles tu|tu t appelles)|quel est (votre|ton) nom|a qui (parle je|je parle|ai je affaire)|presentez vous)$/,
    ],
    ['greeting', /^((bonjour|bonsoir|salut|coucou|hello)( a tous| madame| monsieur)?\s?)+$/],
    ['thanks', /^(ok |super |non |tres bien )?(merci|je vous remercie|mille mercis)( (beaucoup|bien|infiniment|a vous))*( pour .{1,40})?$/],
    ['thanks', /^(c (est|etait) )?(tres )?(ok|d accord|super|genial|interessant|magnifique|parfait|compris|bien|beau|formidable)$/],
    ['goodbye', /^(au revoir|a bientot|a plus( tard)?|bonne (journee|soiree|nuit)|adieu|ciao)$/],
    ['wellBeing', /^(bonjour )?(comment )?(ca va|allez vous|vas tu|va tu)( bien)?( aujourd hui)?$/],
    [
      'help',
      /^(aide|aidez moi|a l aide|que (pouvez vous|savez vous|peux tu) faire|que puis je( vous)? demander|qu est ce que (je peux( vous)? demander|vous pouvez faire)|comment (pouvez vous|peux tu) m aider|comment ca marche)$/,
    ],
  ],
};

/** Which courtesy the whole message is, if it is one. `words` come folded, without the guide's name. */
export function pickSmallTalk(words: readonly string[], language: Language): SmallTalk | undefined {
  const text = words.join(' ').slice(0, 200);
  return patterns[language].find(([, pattern]) => pattern.test(text))?.[0];
}
