import type { Language } from '../i18n/language.ts';

/** What of a folded text suits what the visitor came for. */
export const goalSigns: Readonly<Record<Language, Readonly<Record<'learn' | 'relax' | 'explore' | 'challenge', RegExp>>>> = {
  en: {
    learn: /\d{2,}|centur/,
    relax: /\b(light|candle|music|silen|quiet|garden|colou?r|blue|morning|night|sun|water|danc|glitter|smell|dream|gold)/,
    explore: /\b(look|stand|find|see|hidden|behind|notice|step|crouch|scratched|discover)/,
    challenge: /\b(why|mean|because|joke|but|not real|rival|secret|reason)/,
  },
  de: {
    learn: /\d{2,}|jahrhundert/,
    relax: /(licht|kerze|musik|still|ruhe|garten|farbe|blau|morgen|nacht|sonne|wasser|tanz|glitzer|duft|traum|gold)/,
    explore: /\b(sehen sie|schauen|stellen sie|gehen sie|finde|versteck|hinter|entdeck|geritzt|erkenn)/,
    challenge: /\b(warum|bedeut|heisst|weil|scherz|doch|nicht echt|geheim|grund)/,
  },
  fr: {
    learn: /\d{2,}|siecle/,
    relax:
      /\b(lumiere|bougie|chandelle|musique|silence|calme|jardin|couleur|bleu|matin|nuit|soleil|eau\b|dans(e|er)\b|scintill|parfum|reve|dor)/,
    explore: /\b(regardez|cherchez|trouve|placez|cache|derriere|decouvr|observez|avancez|grave)/,
    challenge: /\b(pourquoi|signifi|parce|plaisanterie|mais|faux|secret|raison)/,
  },
};
