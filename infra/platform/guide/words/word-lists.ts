import type { Language } from '@enfilade/shared-contracts/i18n/language';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** Folded words that carry no topic: articles, pronouns, question words, the verbs and courtesies questions are dressed in. */
const stopWords: Record<Language, ReadonlySet<string>> = {
  en: setOf(`
    a an the this that these those it its he him his she her hers they them their i me my mine you your yours we us our ours
    is are was were be been being am do does did done doing has have had having can could will would shall should may might must
    what who whom whose which when where why how and or but nor if then than so as of in on at by for from to into onto with without
    about above below under over between through during before after up down out off again also just only very too much many more
    most some any all both each few other others another such no not yes there here now ever never always still even quite really
    else next further continue elaborate proceed keep like tell know say said explain describe show give let get got go going come came see look looking like want wanted wish need think
    please thanks thank hello hi hey sorry ok okay well oh something anything everything nothing someone anyone thing things kind sort
    s t d m ll re ve don didn doesn isn aren wasn weren won can couldn wouldn shouldn hasn haven hadn
    called made make makes used use happen happened happens mean means actually exactly ask question bit little lot people person one
    short long briefly mind hear learn interested curious wonder wondering find found put take took been because while whether upon`),
  de: setOf(`
    der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber doch denn sondern als wie so
    ich mich mir mein meine meinen du dich dir dein deine er ihn ihm sein seine seinen seiner seinem sie ihr ihre ihren ihrem ihrer ihnen
    es wir uns unser unsere unseren euch euer man sich selbst was wer wen wem wessen welche welcher welches welchen welchem wann wo wohin
    woher warum wieso weshalb wozu womit wofur woraus worauf wodurch ist sind war waren bin bist seid sei gewesen werden wird wurde wurden worden
    haben hat hatte hatten habe kann konnen konnte konnten konnten mag mochte mochten mochten will wollen wollte soll sollen sollte muss
    mussen musste darf durfen in im an am auf aus bei beim mit nach von vom vor zu zum zur uber unter durch fur gegen ohne um bis seit
    durfte durften besteht bestehen bestand wahrend zwischen hinter neben wegen da dann hier dort nun jetzt auch nur noch schon sehr viel viele vielen mehr mal etwas nichts alles
    alle allen aller jeder jede jedes jeden andere anderen anderer nicht nein ja ob wenn weil dass damit also eigentlich genau denn einmal
    weiter weitermachen fortfahren fahren fort sonst danach erzahlen erzahl erzahle erzahlt sagen sag sagt wissen weiss weisst wissenswertes erklaren erklare erklar beschreiben zeigen zeig geben
    gib gibt gab kommen kommt kam kamen nimmt nehmen bekommt bekommen bringt stammt stammen dient diente geht gehen ging sehen sieht seht schauen lassen machen macht machte gemacht tun tut heisst heissen bedeutet bedeuten bedeutete
    hiess bitte danke hallo guten tag ok okay gerne gern mochte frage fragen ding dinge sache art leute person ganz so diese dieser dieses
    diesem diesen jene jener kurz bisschen wenig horen lernen interessiert interessieren passiert passierte geschah geschehen verwendet
    benutzt gebraucht genannt findet finden liegt steht besonders wirklich meiste meisten ganze ganzen runter hinunter rauf hinauf eben halt`),
  fr: setOf(`
    le la les l un une des du de d au aux ce cet cette ces ca cela ceci c je j me m moi mon ma mes tu te t toi ton ta tes il elle on lui
    se s son sa ses nous notre nos vous votre vos ils elles leur leurs eux qui que qu quoi dont ou quel quelle quels quelles lequel
    laquelle quand comment pourquoi combien et mais donc or ni car si comme plus moins tres trop peu beaucoup bien aussi encore deja
    est sont etait etaient suis es sommes etes ete etre sera fut furent soit ai as a avons avez ont avait avaient avoir eu y en
    dans sur sous par pour avec sans chez vers entre avant apres depuis pendant jusqu jusque contre puis alors ici la ne pas non oui
    tout toute tous toutes autre autres meme memes chaque quelque quelques rien chose choses sorte genre
    ensuite continuer continuez davantage suite poursuivez poursuivre plait peux peut pouvez pouvoir pourriez pourrait pourrais veux veut voulez voudrais voudrait dois doit devez faut fait faire fais faites
    font fit sert servait servent tient dire dis dites dit raconter racontez raconte parler parlez parle expliquer expliquez explique decrire decrivez montrer montrez
    savoir sais sait savez connaitre connaissez donner donnez voir vois voit voyez regarder aller va vas vont allez venir vient
    merci bonjour bonsoir salut svp plait question personne gens appelle appelait appele passe passait signifie signifient signifier veut vraiment exactement
    entendre apprendre interesse utilise utilisait trouve trouver mettre mis pris prendre arrive arrivait veulent vouloir represente
    representent representait mettait`),
};

/**
 * Words that point at the place itself. A question made of nothing else ("What is the story of this room?")
 * asks for an overview of where the visitor stands.
 */
const placeWords: Record<Language, ReadonlySet<string>> = {
  en: setOf(`room rooms place museum house exhibition collection building palace hall space history historical story stories past background behind
    special interesting important surprising surprise surprises fascinating fact facts detail details famous remarkable unusual secret
    secrets context standing know around inside today anecdote anecdotes overview introduction introduce main worth best`),
  de: setOf(`raum raume raumen zimmer ort museum haus ausstellung sammlung gebaude palast saal geschichte geschichten geschichtliche historische
    historisch vergangenheit hintergrund hintergrunde steckt dahinter besonderes besonderheit besonderheiten besondere interessant interessantes
    interessante wichtig wichtiges uberraschen uberraschend uberraschendes wurde beruhmt beruhmte umgebung innen heute bemerkenswert geheimnis
    geheimnisse zusammenhang stehen stehe anekdote anekdoten spannend spannendes uberblick einfuhrung wichtigste wichtigsten beste sehenswert`),
  fr: setOf(`salle salles piece pieces lieu endroit musee maison exposition collection batiment palais espace histoire histoires historique historiques
    passe contexte cache derriere special speciale particulier particuliere interessant interessante interessants important importante surprendre
    surprendrait surprenant etonnant etonnante fait faits detail details celebre celebres autour interieur aujourd hui remarquable insolite
    secret secrets debout anecdote anecdotes raconte voir apercu introduction presenter presentez principal meilleur meilleurs`),
};

/** Words about the visit itself: looked up like any other, and an overview where nothing is written about it. */
const planWords: Record<Language, ReadonlySet<string>> = {
  en: setOf('visit visiting tour highlight highlights start begin first'),
  de: setOf('besuch besuchen besichtigen rundgang fuhrung hohepunkt hohepunkte hohepunkten anfangen beginnen fangen zuerst'),
  fr: setOf('visite visiter parcours incontournable incontournables commencer commence commencons premier abord'),
};

/** Words that say little by themselves: measures, and what people ask of any chat. They never make a topic alone. */
const weakWords: Record<Language, ReadonlySet<string>> = {
  en: setOf(`big large small long tall high wide deep heavy old new far near fast good bad nice time times day days year years size height
    weight length age number amount cost costs price money expensive favourite favorite tomorrow meaning sense joke jokes poem song weather name names work works
    working last life world love right left help write read play open opens opening closed closes close hours start end next
    one two three four five six seven eight nine ten eleven twelve hundred thousand
    red blue green white black gold golden colour color`),
  de: setOf(`gross grosse grosser grosses klein kleine lang lange hoch hohe breit tief schwer alt alte alter altes neu neue weit nah schnell gut gute
    schlecht schon schone zeit uhr tag tage jahr jahre grosse hohe gewicht lange zahl anzahl kosten kostet kostete preis geld teuer
    lieblings witz witze gedicht lied wetter name namen arbeit arbeiten letzte leben welt liebe rechts links hilfe
    schreiben schreibe lesen spielen offen offnet offnen geoffnet schliesst offnungszeiten anfang ende nachste
    morgen spat spater sinn gekostet eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf hundert tausend
    rot blau grun weiss schwarz golden farbe`),
  fr: setOf(`grand grande petit petite long longue haut haute large profond lourd vieux vieille ancien neuf nouveau loin pres vite bon bonne
    mauvais beau belle temps heure heures jour jours annee annees taille hauteur poids longueur age nombre cout coute couter prix argent cher
    prefere preferee blague poeme chanson meteo nom noms travail travailler dernier derniere vie monde amour
    droite gauche aide ecrire ecris lire jouer ouvert ouverte ouvre ouvrir ferme fermer horaires debut fin prochain
    demain sens ecrivez deux trois quatre cinq six sept huit neuf dix onze douze cent mille fois
    rouge bleu vert blanc noir dore couleur date datent epoque`),
};

/** What people ask of a phone. A question with such a word is no museum's, unless its documents know the word. */
const errandWords: Record<Language, ReadonlySet<string>> = {
  en: setOf(`capital president minister football soccer match hotel restaurant taxi bus train station airport flight recipe pasta pizza bitcoin stock
    movie film phone internet wifi homework python programming password email car`),
  de: setOf(`hauptstadt prasident bundeskanzler fussball spiel hotel restaurant taxi bus zug bahnhof flughafen flug rezept nudeln pizza bitcoin aktie
    kino handy internet wlan hausaufgaben programmieren passwort auto eintrittskarte eintrittskarten`),
  fr: setOf(`capitale president ministre football match hotel restaurant taxi bus train gare aeroport vol recette pates pizza bitcoin bourse
    cinema telephone internet wifi devoirs programmer programmation voiture`),
};

/** The words of a question that may name its topic; `words` come folded. */
export function topicWords(words: readonly string[], language: Language): string[] {
  return words.filter((word) => !stopWords[language].has(word) && (word.length > 1 || /\d/.test(word)));
}

/** Whether a folded word points at the place or the visit rather than at a thing. */
export function isPlaceWord(word: string, language: Language): boolean {
  return placeWords[language].has(word) || planWords[language].has(word);
}

/** Whether a folded word says too little to be a question's whole topic ("big", "room"). */
export function isWeakWord(word: string, language: Language): boolean {
  return weakWords[language].has(word) || placeWords[language].has(word);
}

/** Whether a folded word asks for what no museum is about. */
export function isErrandWord(word: string, language: Language): boolean {
  return errandWords[language].has(word);
}
