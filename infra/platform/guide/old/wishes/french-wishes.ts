import type { WishWords } from './wish.ts';

const can =
  '(pouvons|pouvez|peut|on peut|nous pouvons|voulez|pourriez|pourrait|allons|est ce qu on peut|est ce que (nous pouvons|vous pouvez|je peux)|j aimerais|je voudrais|je veux|nous voulons|nous voudrions|peux|tu peux)( nous| vous| on| tu)?';

export const frenchWishes: WishWords = {
  pads: [
    'bonjour',
    'bonsoir',
    'salut',
    's',
    'il',
    'vous',
    'te',
    'plait',
    'svp',
    'stp',
    'maintenant',
    'alors',
    'bon',
    'ben',
    'bien',
    'et',
    'donc',
    'euh',
    'ah',
    'oh',
    'merci',
    'puis',
    'eh',
  ],
  fillers: [
    'euh',
    'euhm',
    'hum',
    'hm',
    'hmm',
    'hmmm',
    'mm',
    'mmm',
    'ah',
    'oh',
    'bah',
    'ben',
    'bof',
    'eh',
    'alors',
    'voyons',
    'tiens',
    'wow',
    'oula',
    'bon',
  ],
  phrases: {
    begin: `
      (${can} )?(commencer|commencez|commencons|commence|demarrer|demarrez|demarrons|debuter|debutons)( par)?( la| notre| une)?( visite| tour)?( guidee)?
      on (commence|demarre|y va)( la visite)?
      (c est |nous sommes |je suis |on est )?(parti|partis|pret|prets|prete|pretes)
      (allons y|allez y|vas y|c est parti|en route|en avant)
      (${can} )?(faire |suivre |avoir )?(la |une )?visite( guidee)?
      (la |une )?visite( guidee)?
      (recommencer|recommencez|recommencons)( depuis le debut| la visite)?
      (depuis le |du |au )?debut
      par ou (commence t on|commencons nous|on commence)
      (guidez|emmenez) (moi|nous)
      faites (moi|nous) visiter`,
    yes: `
      (oui|ouais|ouaip|si|volontiers|bien sur|d accord|dac|ok|okay|certainement|absolument|evidemment|parfait|entendu|exactement|exact|super|genial|tres bien|bonne idee|avec plaisir|pourquoi pas|ca marche|ca me va|bien entendu|tout a fait|merci oui|bien volontiers|c est bon|c est d accord|je veux bien|nous voulons bien|on veut bien|avec joie|va pour cela|magnifique|bien)( (oui|merci|bien sur|volontiers|d accord|avec plaisir|ok|parfait|je veux bien|on y va))*
      (oui )?(j aimerais|je voudrais|nous aimerions|je le veux|je veux)( bien)?
      comme vous (voulez|voudrez|le souhaitez)
      faites( donc)?
      je vous (suis|en prie)
      s il vous plait
      ce serait (bien|parfait|super)`,
    no: `
      (non|nan|pas encore|pas maintenant|pas tout de suite|pas vraiment|non merci|plutot pas|surtout pas|jamais)( (merci|non|pas encore|pas maintenant|pas tout de suite))*
      (attendez|attends|attendons|patientez)( un)?( peu| instant| moment)?
      (un|une|encore un|encore une|juste un)( petit)? (instant|moment|minute|seconde)
      (je|on|nous) (prefere|preferons|voudrais|voudrions|veux|veut|voulons|aimerais|aimerions)( encore)? (rester|attendre|regarder)( ici)?( encore)?( un peu| un moment)?( ici)?
      (restons|rester|on reste)( encore)?( un peu| un moment)?( ici)?
      (je ne suis|nous ne sommes|on n est|je suis|on est) pas (encore )?(pret|prets|prete|fini)
      (je n ai|nous n avons|on n a) pas (encore )?fini
      plus tard
      (peut etre )?plus tard
      (passez|sautez|on saute|on passe)( ca| cela| ceci)?
      je ne (veux|souhaite) pas`,
    next: `
      (${can} )?(continuer|continuez|continuons|continue|poursuivre|poursuivez|poursuivons|avancer|avancez|avancons)( avec| dans)?( la| notre)?( visite)?
      on (continue|avance|poursuit)( la visite)?
      (la |l |le |a la |au )?(suite|suivant|suivante|prochain|prochaine)( etape| chose| objet| arret| point)?
      (l )?(etape|objet|arret|point) suivante?
      (passons|passez|passer|on passe) (a|au|a la|a l) (suite|suivant|suivante|etape suivante|objet suivant)
      (que|qu est ce qui|quoi|qu y a t il) (vient |suit |se passe )?(ensuite|apres)
      ensuite
      (reprenons|reprendre|reprenez|revenons a|on reprend)( la)?( visite)?
      ou en etions nous
      allez
      (vers )?l avant`,
    'next-room': `
      (${can} )?(aller|passer|passons|passez|allons|entrer|entrons|continuer|continuons|avancer|avancons|on passe|on va|on entre)( vers| dans| a| au| jusqu a| jusqu au)*( la| le| l)? ?(prochaine |autre )?(salle|piece|salon)( suivante| suivant| d apres)?
      (la |dans la |a la |vers la )?(prochaine |autre )?(salle|piece)( suivante| d apres)
      (la |dans la |vers la )?(prochaine|autre) (salle|piece)
      (emmenez|conduisez|amenez|menez|accompagnez) (moi|nous)( dans| a| au| vers| jusqu a| jusqu au)*( la| le)? ?(prochaine )?(salle|piece|salon)( suivante)?
      (${can} )?(voir|visiter|changer de|quitter)( la| cette)? ?(prochaine )?(salle|piece)( suivante)?
      (j ai|nous avons|on a) (fini|termine)( ici| avec cette salle)?
      salle
      (a|vers|dans|pour|au) (la |le )?salle`,
    back: `
      (${can} )?(revenir|retourner|revenons|retournons|retournez|revenez|reculer|reculez|on revient|on retourne)( en arriere)?( dans| a| vers| au)*( la| le)?( derniere| premiere)?( salle| piece)?( precedente| d avant)?
      (en )?arriere
      (la |a la |dans la )?(salle|piece) (precedente|d avant)
      (la )?(precedente|derniere salle)
      (ramenez|reconduisez) (moi|nous)( dans| a)*( la)?( salle| piece)?( precedente)?
      retour( en arriere| a la salle precedente)?
      (faire )?demi tour`,
    where: `
      ou
      ou (suis je|sommes nous|est on|en sommes nous|en est on|se trouve t on|nous trouvons nous|je suis|on est|nous sommes|on en est)( maintenant| exactement| ici| la| deja)*
      (on est|nous sommes|je suis|on en est) ou( maintenant| exactement| la)*
      (dans )?quelle (salle|piece)( est ce| est on| sommes nous| suis je| est( cette salle)?)?( maintenant| ici)*
      c est quelle (salle|piece)
      quelle est (cette|la) (salle|piece)
      comment s appelle (cette|la) (salle|piece)
      combien (de salles|d etapes|de temps)( y a t il| reste t il| encore)*
      (il )?reste( t il)? combien( de salles)?
      (je suis|nous sommes|on est) perdus?
      (ma |notre )?position
      dites moi ou (nous sommes|je suis|on est)`,
    again: `
      (encore( une fois)?|une fois de plus|de nouveau|a nouveau|bis)
      (${can} )?(repeter|repetez|repete|redire|redites|reprendre|relire)( moi| le| la| cela| ca| ceci| la derniere (phrase|partie)| ce que vous avez dit)*( encore une fois| une fois)?
      (le |la |l )?(repeter|redire)
      (comment|pardon|quoi|plait il|excusez moi|desole|desolee)
      (qu avez vous|qu est ce que vous avez|vous avez) dit( quoi)?
      (je n ai|nous n avons|on n a) pas (bien )?(compris|entendu|suivi|saisi)
      (dites|racontez|expliquez)( le| la| cela| ca| moi| nous)*( encore une fois| de nouveau| a nouveau)
      vous pouvez repeter
      encore une fois cela`,
    stop: `
      (stop|arret|arretez|arretons|arrete|arreter|halte|fin|terminer|terminez|terminons|finir|finissons|fini|termine)( la| ici| la visite| tout| ca| cela| maintenant| la la visite)*
      (${can} )?(arreter|terminer|finir|quitter|interrompre|m arreter|nous arreter)( ici| la)?( visite)?
      (on|j|je|nous) (arrete|m arrete|nous arretons|arretons)( la visite| ici| la)*
      (ca|cela)( me| nous)? suffit( pour aujourd hui)?
      (c est|ce sera) (tout|fini|assez|termine)( pour (moi|aujourd hui|nous))*
      (assez|suffit)( pour aujourd hui)?
      (au revoir|a bientot|adieu|bonne (journee|soiree|nuit)|ciao|a plus( tard)?)
      (je|nous|on) (dois|devons|doit|vais|allons|va)( m en| nous en| s en)? (partir|y aller|aller|arreter)
      (je suis|nous sommes) (fatigue|fatiguee|fatigues)
      (je n en|on n en|nous n en) (veux|veut|voulons) plus
      taisez vous`,
    more: `
      (dites|racontez|parlez|montrez)( moi| nous| m)?( en)? (encore|plus|davantage|autre chose)( sur (cela|cette salle|la salle|ce sujet)| la dessus)*
      (plus|davantage|encore plus)( de details| d informations| d infos)?
      (un peu|quelque chose de|autre chose)( de)? ?(plus|plus encore)?
      (quoi|qui|qu y a t il) d autre( ici| a voir)*
      (y a t il|il y a)( encore)? (autre chose|plus|quelque chose)( d autre)?( ici| a voir)*
      (j aimerais|je voudrais|je veux|nous voulons|nous aimerions) en (savoir|entendre|apprendre) (plus|davantage)
      en (savoir|dire) (plus|davantage)
      (plus de )?details
      developpez`,
  },
};
