// Makes the recorded introductions and their transcripts: `node infra/demo/introductions/make-introductions.mjs`.
// Run by hand. The files are committed. Needs the Debian packages espeak-ng and ffmpeg.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeRecording } from './record-sentences.mjs';

const here = import.meta.dirname;
const museumsDir = path.join(here, '..', 'museums');

/** By museum and language. `said` spells names of other languages for the voice, the longest names first. */
const introductions = {
  artist: {
    en: {
      timbre: 'en-gb-x-rp+f3',
      pitch: 46,
      speed: 138,
      said: {
        'Atelier Arvieux': 'Attelyay Ar-vyuh',
        Arvieux: 'Ar-vyuh',
        Solange: 'Solahnzh',
        'Saint-Avenel': 'Sant Av-nell',
        Odile: 'Oh-deel',
        1919: 'nineteen nineteen',
      },
      sentences: [
        'Good morning, and welcome to Atelier Arvieux.',
        'I am Odile, the AI guide of this house, and this is a recording: at this hour the studio belongs to you.',
        'Solange Arvieux was born in Saint-Avenel, a sailmaker’s daughter, and came back in 1919 to her father’s empty sail loft.',
        'She painted its north window 117 times, because, she said, it was the only sitter that never tried to please her.',
        'Beside it, in chalk, she wrote when the light reached each knot in the wood.',
        'Go close and find the hour it is now.',
        'From eight o’clock on you can talk to me.',
      ],
    },
    de: {
      timbre: 'de+f4',
      pitch: 44,
      speed: 142,
      said: {
        'Atelier Arvieux': 'Atteljee Arwjö',
        Arvieux: 'Arwjö',
        Solange: 'Solangsch',
        'Saint-Avenel': 'Säng Awnell',
        Odile: 'Odiel',
        'KI-Guide': 'K I Gaid',
        1919: 'neunzehnhundertneunzehn',
      },
      sentences: [
        'Guten Morgen, und willkommen im Atelier Arvieux.',
        'Ich bin Odile, der KI-Guide dieses Hauses, und dies ist eine Aufnahme: Zu dieser Stunde gehört das Atelier Ihnen.',
        'Solange Arvieux wurde in Saint-Avenel geboren, als Tochter eines Segelmachers, und kam 1919 auf den leeren Segelboden ihres Vaters zurück.',
        'Sein Nordfenster malte sie hundertsiebzehn Mal, weil es, wie sie sagte, das einzige Modell sei, das ihr nie gefallen wolle.',
        'Daneben schrieb sie mit Kreide, wann das Licht welchen Ast im Holz erreichte.',
        'Treten Sie heran und suchen Sie die Stunde, die es jetzt ist.',
        'Ab acht Uhr können Sie mit mir sprechen.',
      ],
    },
    fr: {
      timbre: 'fr-fr+f4',
      pitch: 46,
      speed: 146,
      said: { 'Saint-Avenel': 'Saint Avnel' },
      sentences: [
        'Bonjour, et bienvenue à l’Atelier Arvieux.',
        'Je suis Odile, le guide IA de cette maison, et ceci est un enregistrement : à cette heure, l’atelier est à vous.',
        'Solange Arvieux est née à Saint-Avenel, fille d’un voilier, et revint en 1919 dans la voilerie vide de son père.',
        'Elle en a peint 117 fois la fenêtre nord, parce que c’était, disait-elle, le seul modèle qui ne cherchait jamais à lui plaire.',
        'À côté, à la craie, elle notait quand la lumière atteignait chaque nœud du bois.',
        'Approchez-vous, et cherchez l’heure qu’il est.',
        'À partir de huit heures, vous pourrez me parler.',
      ],
    },
  },
};

for (const [folder, byLanguage] of Object.entries(introductions)) {
  /** @type {Record<string, {seconds: number, text: string}[]>} */
  const transcripts = {};
  for (const [language, introduction] of Object.entries(byLanguage)) {
    const file = path.join(here, `${folder}-${language}.mp3`);
    const lines = writeRecording(file, introduction);
    transcripts[language] = lines;
    writeFileSync(path.join(here, `${folder}-${language}.json`), `${JSON.stringify(lines, null, 2)}\n`);
    console.log(`${folder}-${language}.mp3  ${statSync(file).size} bytes, last sentence at ${lines.at(-1)?.seconds} s`);
  }
  const profilePath = path.join(museumsDir, folder, 'profile.json');
  const profile = JSON.parse(readFileSync(profilePath, 'utf8'));
  profile.introduction.transcripts = transcripts;
  writeFileSync(profilePath, `${JSON.stringify(profile, null, 2)}\n`);
}
