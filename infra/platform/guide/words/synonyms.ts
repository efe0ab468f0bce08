import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { wordsOf } from './fold.ts';
import { stem } from './stem.ts';

// What visitors of any museum say for the same thing. A line is a group; a word may stand in several.
const groups: Record<Language, string> = {
  en: `
    lived live living resident residents inhabitant inhabitants inhabited owner owners owned belonged
    child children daughter son kids
    painted paint painter painting paintings artist fresco frescoes picture canvas
    built build building architect constructed construction builder mason
    slept sleep sleeping bed bedroom
    ate eat eating food meal meals dinner dined dine kitchen cook cooking supper
    stairs stair staircase steps climb
    book books library read reading volumes shelves
    lamp light lights chandelier candle candles lit
    music musician musicians concert concerts play instrument orchestra
    party ball balls dance dancing dances feast feasts celebrate celebration
    repaired repair restored restore restoration restorer restorers conservation cleaned
    burned burn fire smoke soot blackened black dark
    ceiling vault
    servant servants staff maid maids footman
    old age year date century built finished founded
    window windows glass stained glazing
    lady countess marquise noblewoman mistress wife
    entrance door vestibule entry arrive arriving
    clothes dress dressing silk
    expensive cost money price paid
    bishop bishops archbishop
    heavy weight weigh weighs kilograms
    big large largest size metres long wide high tall
    cost costs price paid ducats expensive
    photo photos photograph photographs picture
    toilet toilets restroom bathroom wc
    lift elevator stairlift
    design designed designer planned architect rebuilt built
    wheelchair lift ramp disabled accessible
    famous known
    fresh drink drinking
    curtain curtains hangings
    wages wage salary earn earned paid pay
    sell sold sale selling
    buy bought buying purchase
    music musical musician
    steal stole stolen
    crest arms heraldry
    flood flooding floods flooded inundation
    buried grave tomb burial dead
    pale colourless light faded
    symbol symbols
    portrait portraits picture pictures painting
    smell smells smelled smelt stink stank
    hidden hide concealed
    pole poles post posts
    keep keeping kept preserve preserved`,
  de: `
    gewohnt wohnen wohnte wohnten bewohner lebte lebten leben gelebt besitzer eigentumer gehorte
    kind kinder tochter sohn
    gemalt malen malte maler gemalde bild bilder kunstler fresko fresken deckengemalde
    gebaut bauen baute erbaut errichtet architekt baumeister bau bauherr
    geschlafen schlafen schlief bett schlafzimmer
    gegessen essen ass assen speisen speise mahlzeit mahl abendessen
    kuche koch kochin gekocht kochen
    treppe treppen treppenhaus stufen stufe
    buch bucher bibliothek lesen gelesen bande regale
    lampe licht lichter kronleuchter luster leuchter kerze kerzen beleuchtet
    musik musiker konzert konzerte gespielt spielen instrument orchester
    fest feste feier feiern gefeiert ball balle tanz tanzen getanzt
    repariert reparieren restauriert restaurieren restaurierung restauratoren gereinigt renoviert
    brand feuer rauch russ gebrannt geschwarzt schwarz dunkel
    decke gewolbe deckengemalde deckenbild
    diener dienerschaft personal magd bedienstete dienstboten
    alt alter jahr jahrhundert baujahr gebaut erbaut vollendet
    fenster glas buntglas glasmalerei scheiben
    dame grafin marchesa herrin ehefrau gattin frau
    eingang tur vestibul vorhalle ankommen ankunft
    kleidung kleid kleider seide
    teuer kosten kostete geld preis bezahlt
    bischof bischofe erzbischof
    schwer gewicht wiegt wiegen kilogramm
    gross grosse grosste meter lang breit hoch
    kosten kostet kostete preis bezahlt dukaten teuer
    foto fotos fotografieren aufnahmen
    toilette toiletten wc
    aufzug lift fahrstuhl
    entworfen entwarf entwerfen geplant architekt umgebaut
    rollstuhl aufzug rampe barrierefrei
    beruhmt beruhmteste bekannt bekannteste
    grafin contessa
    vorhang vorhange behange
    lohn lohne verdienten verdient bezahlt
    rot rote roter rotes roten
    wappen wappenschild
    flut hochwasser uberschwemmung uberflutung uberflutet
    begraben grab gruft bestattet beerdigt
    blass farblos hell
    symbol sinnbild
    bild bilder bildnis bildnisse portrat portrats
    lacheln lachelt lachelte lachen lacht
    offnen offnet geoffnet aufmachen aufgemacht
    reich reiche reichtum vermogen wohlhabend
    versteckt verstecken verborgen verbergen`,
  fr: `
    vecu vecut vecurent vivre vivait vivaient habite habitait habitaient habitant habitants proprietaire proprietaires appartenait
    enfant enfants fille fils
    peint peindre peintre peintres peinture peintures tableau tableaux artiste fresque fresques
    construit construire bati batir architecte construction batisseur maitre
    dormi dormir dormait dormaient lit chambre
    mange manger mangeait mangeaient repas diner nourriture cuisine cuisiner souper
    escalier escaliers marche marches
    livre livres bibliotheque lire lisait lecture volumes
    lampe lumiere lumieres lustre chandelier bougie bougies chandelles eclaire
    musique musicien musiciens concert concerts jouait jouer instrument orchestre
    fete fetes bal bals danse danser dansait
    repare reparer restaure restaurer restauration restaurateurs nettoye renove
    incendie feu fumee suie brule noirci noir sombre
    plafond voute
    domestique domestiques serviteur serviteurs personnel servante
    vieux age annee date siecle construit acheve bati
    fenetre fenetres verre vitrail vitraux verriere
    dame comtesse marquise maitresse epouse femme
    entree porte vestibule arriver arrivee
    vetement vetements robe robes soie
    cher couter coute argent prix paye
    eveque eveques archeveque
    lourd poids pese pesent kilogrammes
    grand grande taille metres long large haut hauteur
    couter coute couta prix paye ducats cher
    photo photos photographier photographies
    toilettes toilette wc
    ascenseur elevateur
    concu concevoir dessine imagine architecte rebatir
    fauteuil ascenseur rampe accessible
    celebre celebres connu connue
    rideau rideaux tentures
    gages salaire salaires payes
    armoiries blason armes
    inondation inondations crue inonde
    enterre tombe tombeau repose sepulture
    pale incolore clair
    signification symbole
    rouge rouges cramoisi cramoisie
    sol terre plancher parquet
    vide vides trou lacune
    odeur odeurs sent sentait sentir`,
};

function tableOf(language: Language): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, Set<string>>();
  for (const line of groups[language].split('\n')) {
    const stems = new Set(wordsOf(line).map((word) => stem(word, language)));
    for (const one of stems) table.set(one, new Set([...(table.get(one) ?? []), ...stems]));
  }
  return new Map([...table].map(([one, others]) => [one, [...others].filter((other) => other !== one)]));
}

const tables: Record<Language, ReadonlyMap<string, readonly string[]>> = { en: tableOf('en'), de: tableOf('de'), fr: tableOf('fr') };

/** Stems that visitors use for the same thing as this stem. */
export function synonymsOf(stemmed: string, language: Language): readonly string[] {
  return tables[language].get(stemmed) ?? [];
}
