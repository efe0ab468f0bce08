import type { WishWords } from './wish.ts';

const will =
  '(konnen|konnten|wollen|sollen|mochten|durfen|lassen sie uns|ich mochte|ich will|wir konnen|wir wollen|wir mochten|kannst du|konnen sie)( wir| sie| ich| du)?';
const ahead = '(weiter|weitergehen|weitermachen|weiterfuhren|fortfahren|fortsetzen|voran|vorwarts)';

export const germanWishes: WishWords = {
  pads: [
    'hallo',
    'guten',
    'tag',
    'abend',
    'servus',
    'bitte',
    'jetzt',
    'nun',
    'also',
    'dann',
    'na',
    'und',
    'mal',
    'doch',
    'ach',
    'oh',
    'ah',
    'ahm',
    'hm',
    'danke',
    'gern',
    'gerne',
    'eigentlich',
    'denn',
    'schon',
    'einfach',
    'so',
  ],
  fillers: [
    'ahm',
    'ah',
    'aha',
    'oh',
    'ach',
    'hm',
    'hmm',
    'hmmm',
    'mhm',
    'mm',
    'na',
    'tja',
    'so',
    'naja',
    'also',
    'ohm',
    'eh',
    'uff',
    'wow',
    'soso',
    'moment',
  ],
  phrases: {
    begin: `
      (auf )?(geht s )?los
      (na )?los (geht s|geht es|gehts)( jetzt)?
      (es kann|kann es|soll es) (losgehen|los gehen|beginnen)
      (jetzt )?(geht s|gehen wir|lass uns|lasst uns|lassen sie uns) (los|anfangen|beginnen|starten)
      (${will} )?(die |den |eine |unsere )?(fuhrung |tour |rundgang |besichtigung )?(anfangen|beginnen|starten|losgehen|loslegen|machen)
      (fangen|fang|beginnen|beginne|starten|starte|legen)( wir| sie)?( bitte)?( mit)?( der| die| den| einer)?( fuhrung| tour| rundgang)?( an| los)?
      (start|beginn|anfang|von vorn|von vorne|noch einmal von vorn)
      (ich bin |wir sind )?(bereit|startklar|so weit|soweit)
      (ich mochte|ich hatte gern|ich will|wir mochten) (eine|die|den) (fuhrung|tour|rundgang)( machen)?
      (die |eine |zur )?(fuhrung|tour|rundgang)
      (fuhren|zeigen) sie (mich|uns|mir)( herum| das haus| durch das haus)?
      wo (fangen|beginnen) wir( an)?`,
    yes: `
      (ja|jawohl|jo|jep|jup|joa|klar|na klar|sicher|natuerlich|naturlich|selbstverstandlich|okay|ok|gut|sehr gut|prima|super|toll|schon|einverstanden|in ordnung|genau|richtig|stimmt|unbedingt|auf jeden fall|gerne|gern|sehr gern|sehr gerne|mit vergnugen|perfekt|alles klar|wunderbar|passt|freilich)( (ja|bitte|gern|gerne|sehr gern|sehr gerne|klar|gut|ok|machen wir( das)?|danke|naturlich|doch))*
      warum nicht
      das (klingt|hort sich) (gut|toll|schon|interessant)( an)?
      gute idee
      (ich|wir) (mochte|mochten|will|wollen)( das)?
      (machen|tun) (wir|sie) das
      von mir aus
      wie sie (wollen|mochten|meinen)
      bitte( sehr)?
      das ware (schon|nett|gut|toll)
      ich bin dabei
      los ja`,
    no: `
      (nein|ne|nee|no|nicht|noch nicht|lieber nicht|besser nicht|nein danke|jetzt nicht|gerade nicht|nicht jetzt|auf keinen fall)( (danke|noch nicht|lieber nicht|nein|jetzt|wirklich|so schnell))*
      (nein )?(warten|warte)( sie| wir)?( bitte)?( noch)?( einen| kurz)?( moment| augenblick)?
      (einen |noch einen |kleinen )?(moment|augenblick|sekunde)( bitte| noch)?
      (ich|wir) (mochte|mochten|will|wollen|wurde|wurden)( gern| gerne| lieber)*( noch)?( etwas| ein bisschen| kurz)?( hier)?( bleiben| warten| schauen| mich umsehen| umsehen)
      (bleiben wir|lassen sie uns)( noch)?( etwas| ein bisschen| kurz)?( hier)?( bleiben)?
      (ich bin|wir sind) noch nicht (fertig|so weit|soweit|bereit)
      (vielleicht )?spater
      noch (nicht|ein bisschen|etwas)( bleiben)?
      (das )?uberspringen
      (ich|wir) (will|mochte|wollen|mochten)( das)? nicht`,
    next: `
      ${ahead}( geht s| so| machen| gehen)?( mit der (fuhrung|tour))?
      (es )?(kann|soll|geht) (es )?(weiter|weitergehen)
      (geht|gehts|geht s)( es)? weiter
      (${will} )(die fuhrung |die tour |den rundgang )?(weiter|weitergehen|weitermachen|fortfahren|fortsetzen)( gehen| machen)?
      (gehen|machen|fahren|geh|mach|fahr|erzahlen|reden) (wir|sie|du)?( bitte)?( nun| jetzt)?( weiter|fort)
      (gehen|machen|fahren|erzahlen) (wir|sie) (bitte )?(weiter|fort)( mit der (fuhrung|tour))?
      (mach|geh) weiter
      nachste[rs]?( station| punkt| halt| stuck| objekt)?
      (das|die|der|zum|zur|den) nachste[nr]?( station| punkt| halt| stuck| objekt| bitte)?
      (was|und was) kommt (als nachstes|jetzt|nun|danach|noch)
      als nachstes
      (zuruck zur|weiter mit der|weiter in der) (fuhrung|tour)
      wo waren wir( stehen geblieben)?
      (die )?(fuhrung|tour) fortsetzen`,
    'next-room': `
      (${will} )?(weiter |gehen |geh |gehen wir |weitergehen )*(in den|in das|ins|zum|in die) (nachsten |anderen )?(raum|zimmer|saal|salon)( gehen| weitergehen)?
      (der |den |das |in den |ins |zum )?(nachste[rns]?|andere[rns]?) (raum|zimmer|saal|salon)
      (fuhren|bringen) sie (mich|uns)( bitte)?( weiter)? (in|in den|in das|ins|zum) ?(nachsten )?(raum|zimmer|saal|salon)
      (${will} )?(den|das|in den) (raum|zimmer)( zu)? (wechseln|sehen)
      raum (wechseln|verlassen)
      (gehen|geh) (wir )?(in|in den|in das|zum|ins) (nachsten )?(raum|zimmer|saal|salon)
      (ich bin|wir sind)( hier)? fertig( hier)?
      genug von diesem raum
      raum
      (zum|in den|in das|ins|in) raum`,
    back: `
      (${will} )?zuruck(gehen)?( gehen| bitte)?( in den| in das| ins| zum)?( vorigen| letzten| vorherigen| ersten)?( raum| zimmer)?( gehen)?
      (gehen|geh|gehe|kehren) (wir|sie|du)?( bitte)?( noch einmal| nochmal)? ?zuruck( in den| zum| ins)?( vorigen| letzten| vorherigen)?( raum| zimmer)?
      (der |den |das |in den |ins |zum )?(vorige[rns]?|vorherige[rns]?|letzte[rns]?) (raum|zimmer)
      (fuhren|bringen) sie (mich|uns)( bitte)? zuruck( in den| zum)?( vorigen| letzten)?( raum)?
      (in den|zum) raum (davor|vorher)
      einen raum zuruck`,
    where: `
      wo
      wo (bin ich|sind wir|stehen wir|stehe ich|befinden wir uns|befinde ich mich|ist das)( hier| gerade| jetzt| genau| eigentlich)*
      (in )?(welche[rsmn]?|was fur ein(em)?) (raum|zimmer|saal)( ist (das|dies)| bin ich| sind wir| stehen wir| befinden wir uns)?( hier| gerade| jetzt)*
      wie (heisst|nennt sich) (dieser raum|der raum|dieses zimmer|das hier)( hier)?
      wie (weit|lange|viele raume)( sind wir| ist es| dauert es| noch| gibt es| kommen)*
      wie viele (raume|stationen)( gibt es| kommen| sind es| bleiben| fehlen)*( noch)?
      (ich habe|wir haben) (mich|uns) verlaufen
      (mein |unser )?(standort|position)
      (sagen sie mir )?wo wir( gerade)? sind`,
    again: `
      (noch ?mals?|noch einmal|nochmal|wiederholen|wiederholung|erneut|ein zweites mal)
      (${will} )?(das |es |den satz |das letzte )?(bitte )?(noch einmal |nochmal |nochmals )?(wiederholen|sagen|erzahlen|erklaren)
      (wiederholen|wiederhole|wiederhol|sagen|sag|erzahlen|erklaren) (sie |es |das |du |mir |uns )*(bitte )?(das |es )?(bitte )?(noch einmal|nochmal|nochmals|noch mal)
      (wiederholen|wiederhole|wiederhol) (sie |es |das |du )*(bitte)?( das)?
      (wie|was)( bitte)?
      wie bitte( was)?
      was (haben sie|hast du)( gerade| eben)? gesagt
      (ich|wir) (habe|haben) (das|sie|es|dich)( leider| gerade)? nicht (verstanden|gehort|mitbekommen)
      das (habe ich|haben wir)( leider| gerade)? nicht (verstanden|gehort|mitbekommen)
      (entschuldigung|verzeihung|pardon)
      das noch (einmal|mal)`,
    stop: `
      (stopp|stop|halt|aufhoren|schluss|ende|abbrechen|beenden|genug)( jetzt| bitte| damit| hier| machen)*
      (${will} )?(die |den |das )?(fuhrung |tour |rundgang |besuch )?(beenden|abbrechen|aufhoren|stoppen)
      (horen|hor|hore) (sie )?(bitte )?auf
      (beenden|stoppen|brechen) (sie|wir) (bitte )?(die |den )?(fuhrung|tour|rundgang)( ab)?
      (das )?(reicht|genugt|war s|ist genug|war alles)( mir| uns| fur heute| jetzt)*
      (mir reicht|es reicht)( es| mir| jetzt)*
      (tschuss|tschuess|auf wiedersehen|wiedersehen|bis bald|bis spater|ade|ciao|gute nacht)
      (ich|wir) (muss|mussen|mochte|mochten|will|wollen)( leider)?( jetzt)? (gehen|los|weg|aufhoren|schluss machen)
      (ich bin|wir sind) mude
      nicht(s)? mehr
      ich (mag|will|mochte|kann) nicht mehr
      genug fur heute
      das war alles`,
    more: `
      (erzahlen|erzahl|erzahle|sagen|sag|berichten|zeigen) (sie |du )?(mir |uns )?(bitte )?(noch )?(ein bisschen |etwas )?(mehr|weiteres)( daruber| davon| dazu| uber (diesen|den) raum)*
      (noch )?mehr( daruber| davon| dazu| details| einzelheiten| bitte)*
      (gibt es|haben sie|wissen sie)( hier)? (noch )?(mehr|etwas|anderes|etwas anderes|noch etwas)( hier| zu sehen| daruber)*
      (was|wer)( gibt es)?( hier)? (noch|sonst)( noch)?( hier)?( zu sehen)?
      (ich|wir) (mochte|mochten|will|wollen)( gern| gerne)? (noch )?mehr (wissen|horen|erfahren)( daruber)?
      noch (etwas|was)( mehr)?
      (bitte )?(genauer|ausfuhrlicher)`,
  },
};
