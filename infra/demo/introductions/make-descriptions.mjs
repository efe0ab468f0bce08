// Makes the audio descriptions and their transcripts (WebVTT): `node infra/demo/introductions/make-descriptions.mjs`.
// Run by hand. The files are committed in the museum's folder. Needs the Debian packages espeak-ng and ffmpeg.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeRecording } from './record-sentences.mjs';

const museumsDir = path.join(import.meta.dirname, '..', 'museums');

const voices = {
  en: {
    timbre: 'en-gb-x-rp+f4',
    pitch: 44,
    speed: 140,
    said: { Belmonte: 'Bell-montay', Savelli: 'Savelly', Murano: 'Moorahno', terrazzo: 'terrattso' },
  },
  de: {
    timbre: 'de+f3',
    pitch: 42,
    speed: 140,
    said: { Vestibül: 'Westibühl', Aurora: 'Auroora', Terrazzo: 'Terratzo', Savelli: 'Sawelli' },
  },
  fr: { timbre: 'fr-fr+f3', pitch: 44, speed: 144, said: { Murano: 'Mourano', terrazzo: 'terradzo' } },
};

/** By museum, room and language, a sentence a line. */
const descriptions = {
  belmonte: {
    vestibule: {
      en: [
        'You are in a long, bare hall at the height of the water.',
        'At its far end a wide arch opens to the canal, and light from the water moves on the ceiling.',
        'Above the arch is a coat of arms in grey stone: a mountain, and over it a sun with straight rays.',
        'Stone benches run along both walls, worn hollow by those who waited.',
        'On one pillar, a little above your hip, a thin line of brass marks how high the flood once stood.',
        'In the middle of the hall hangs a ship’s lantern, as tall as a child, of gilded wood with six panes of glass.',
      ],
      de: [
        'Sie sind in einer langen, kahlen Halle auf der Höhe des Wassers.',
        'An ihrem Ende öffnet sich ein breiter Bogen zum Kanal, und Licht vom Wasser bewegt sich an der Decke.',
        'Über dem Bogen ist ein Wappen aus grauem Stein: ein Berg, und darüber eine Sonne mit geraden Strahlen.',
        'An beiden Wänden stehen steinerne Bänke, hohl gesessen von denen, die warteten.',
        'An einem Pfeiler, etwas über Ihrer Hüfte, zeigt eine dünne Linie aus Messing, wie hoch das Hochwasser einmal stand.',
        'In der Mitte der Halle hängt eine Schiffslaterne, groß wie ein Kind, aus vergoldetem Holz mit sechs Scheiben.',
      ],
      fr: [
        'Vous êtes dans une longue salle nue, au niveau de l’eau.',
        'Au fond, un large arc s’ouvre sur le canal, et la lumière de l’eau bouge au plafond.',
        'Au-dessus de l’arc, des armoiries de pierre grise : une montagne, et sur elle un soleil aux rayons droits.',
        'Des bancs de pierre longent les deux murs, creusés par ceux qui attendaient.',
        'Sur un pilier, un peu au-dessus de votre hanche, une mince ligne de laiton marque la hauteur d’une ancienne inondation.',
        'Au milieu de la salle pend une lanterne de navire, haute comme un enfant, en bois doré, avec six vitres.',
      ],
    },
    'painting-salon': {
      en: [
        'This room is square, and its walls are covered with small portraits, three rows of them, one above the other.',
        'All the faces look towards the window, where the painter stood.',
        'The ceiling is painted, and nearly black with the smoke of candles.',
        'Beside the window one narrow strip has been cleaned: there the sky is a clear, bright blue.',
        'In the middle of the ceiling you can just make out a woman on a chariot, with a pale light around her.',
        'Opposite the window hangs a mirror taller than a door, put together from nine panes.',
      ],
      de: [
        'Dieser Raum ist quadratisch, und seine Wände sind voll kleiner Bildnisse, in drei Reihen übereinander.',
        'Alle Gesichter schauen zum Fenster, wo die Malerin stand.',
        'Die Decke ist bemalt und fast schwarz vom Rauch der Kerzen.',
        'Neben dem Fenster ist ein schmaler Streifen gereinigt: Dort ist der Himmel hell und klar und blau.',
        'In der Mitte der Decke ist gerade noch eine Frau auf einem Wagen zu erkennen, um sie ein blasses Licht.',
        'Gegenüber dem Fenster hängt ein Spiegel, höher als eine Tür, aus neun Scheiben zusammengesetzt.',
      ],
      fr: [
        'Cette pièce est carrée, et ses murs sont couverts de petits portraits, sur trois rangs.',
        'Tous les visages regardent vers la fenêtre, où se tenait la peintre.',
        'Le plafond est peint, et presque noir de la fumée des bougies.',
        'Près de la fenêtre, une bande étroite a été nettoyée : là, le ciel est d’un bleu clair et vif.',
        'Au milieu du plafond, on devine une femme sur un char, entourée d’une lumière pâle.',
        'En face de la fenêtre est accroché un miroir plus haut qu’une porte, fait de neuf glaces.',
      ],
    },
    'grand-salon': {
      en: [
        'You enter a room as high as two floors, seventeen metres long, full of light from one side.',
        'Columns of white and gold seem to carry the ceiling, but they are painted on the flat wall.',
        'In the middle of the floor a star of brass is set into the stone.',
        'Around it the floor is a field of small grey and yellow stones, with glittering pieces of mother-of-pearl.',
        'In each corner stands a white figure with full cheeks: the four winds.',
        'High up on the short wall is a gilded lattice, behind which the musicians sat.',
      ],
      de: [
        'Sie betreten einen Raum, hoch wie zwei Stockwerke und siebzehn Meter lang, voll Licht von einer Seite.',
        'Säulen in Weiß und Gold scheinen die Decke zu tragen, doch sie sind auf die glatte Wand gemalt.',
        'In der Mitte des Bodens ist ein Stern aus Messing in den Stein eingelassen.',
        'Um ihn herum liegen kleine graue und gelbe Steine, dazwischen glitzernde Stücke von Perlmutt.',
        'In jeder Ecke steht eine weiße Figur mit vollen Backen: die vier Winde.',
        'Hoch oben an der schmalen Wand ist ein vergoldetes Gitter, hinter dem die Musiker saßen.',
      ],
      fr: [
        'Vous entrez dans une salle haute de deux étages et longue de dix-sept mètres, pleine de lumière d’un côté.',
        'Des colonnes blanc et or semblent porter le plafond, mais elles sont peintes sur le mur plat.',
        'Au milieu du sol, une étoile de laiton est prise dans la pierre.',
        'Autour d’elle s’étendent de petites pierres grises et jaunes, avec des éclats de nacre qui brillent.',
        'Dans chaque angle se tient une figure blanche aux joues gonflées : les quatre vents.',
        'Tout en haut du petit mur, un treillis doré, derrière lequel se tenaient les musiciens.',
      ],
    },
  },
};

/** @param {number} seconds */
function timeOf(seconds) {
  const [whole, part = ''] = seconds.toFixed(3).split('.');
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0');
  return `${two(Math.floor(Number(whole) / 60))}:${two(Number(whole) % 60)}.${part}`;
}

/** Shows each line until the next one, and the last line for 8 s. @param {{seconds: number, text: string}[]} lines */
const transcriptOf = (lines) =>
  `WEBVTT\n\n${lines.map(({ seconds, text }, at) => `${timeOf(seconds)} --> ${timeOf(lines[at + 1]?.seconds ?? seconds + 8)}\n${text}\n`).join('\n')}`;

for (const [folder, rooms] of Object.entries(descriptions)) {
  const profilePath = path.join(museumsDir, folder, 'profile.json');
  const profile = JSON.parse(readFileSync(profilePath, 'utf8'));
  for (const [room, byLanguage] of Object.entries(rooms)) {
    /** @type {Record<string, {url: string, transcript: string}>} */
    const audioDescription = {};
    for (const [language, sentences] of Object.entries(byLanguage)) {
      const name = `description-${room}-${language}`;
      const file = path.join(museumsDir, folder, `${name}.mp3`);
      const lines = writeRecording(file, { ...voices[/** @type {keyof typeof voices} */ (language)], sentences });
      writeFileSync(path.join(museumsDir, folder, `${name}.vtt`), transcriptOf(lines));
      audioDescription[language] = { url: `/media/museums/${folder}/${name}.mp3`, transcript: `/media/museums/${folder}/${name}.vtt` };
      console.log(`${folder}/${name}.mp3  ${statSync(file).size} bytes, last sentence at ${lines.at(-1)?.seconds} s`);
    }
    Object.assign(
      profile.rooms.find((/** @type {{id: string}} */ { id }) => id === room),
      { audioDescription },
    );
  }
  writeFileSync(profilePath, `${JSON.stringify(profile, null, 2)}\n`);
}
