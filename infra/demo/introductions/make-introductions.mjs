// Makes the recorded introductions and their transcripts: `node infra/demo/introductions/make-introductions.mjs`.
// Run by hand, the files are kept with the source. Needs espeak-ng and ffmpeg (Debian packages of those names).
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const museumsDir = path.join(here, '..', 'museums');
const waveHeaderBytes = 44;
const samplesPerSecond = 22_050;

/** Between two sentences: a breath, and a look around. */
const pauseSeconds = 0.5;
const endSeconds = 0.4;

/**
 * The museum that plays them, and for each language a voice and what it says, a sentence a line. `said` is how the
 * voice has to be told what it cannot know: names of another language, the longest first.
 */
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

/**
 * One sentence, without the silence around it.
 * @param {{timbre: string, pitch: number, speed: number, said: Record<string, string>}} voice
 * @param {string} sentence
 */
function speak({ timbre, pitch, speed, said }, sentence) {
  const words = Object.entries(said).reduce((text, [written, spoken]) => text.replaceAll(written, spoken), sentence);
  const wave = execFileSync('espeak-ng', ['-v', timbre, '-p', `${pitch}`, '-s', `${speed}`, '--stdout', words]);
  const bytes = wave.subarray(waveHeaderBytes, wave.length - (wave.length % 2));
  const samples = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const isHeard = (/** @type {number} */ sample) => Math.abs(sample) > 100;
  return samples.subarray(samples.findIndex(isHeard), samples.findLastIndex(isHeard) + 1);
}

/**
 * The sentences one after another, and the second at which each begins.
 * @param {{sentences: string[], timbre: string, pitch: number, speed: number, said: Record<string, string>}} introduction
 */
function record(introduction) {
  const pause = new Int16Array(Math.round(pauseSeconds * samplesPerSecond));
  const parts = [];
  const lines = [];
  let samples = 0;
  for (const text of introduction.sentences) {
    lines.push({ seconds: Number((samples / samplesPerSecond).toFixed(2)), text });
    const spoken = speak(introduction, text);
    parts.push(spoken, pause);
    samples += spoken.length + pause.length;
  }
  const sound = Buffer.concat(parts.slice(0, -1).map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
  return { sound, lines };
}

/**
 * -19 dB below full scale on average, rumble and hiss off, no click at the beginning. Nothing here moves a sentence.
 * @param {Buffer} sound 16-bit samples
 */
function finish(sound) {
  const samples = new Int16Array(sound.buffer, sound.byteOffset, sound.length / 2);
  const power = samples.reduce((sum, sample) => sum + (sample / 2 ** 15) ** 2, 0) / samples.length;
  const gain = (10 ** (-19 / 20) / Math.sqrt(power)).toFixed(3);
  return `volume=${gain},highpass=f=90,lowpass=f=8000,afade=t=in:d=0.02,alimiter=limit=0.8:level=disabled,apad=pad_dur=${endSeconds}`;
}

// Mono at 32 kbit/s, no tags: see the voices.
const raw = ['-f', 's16le', '-ar', `${samplesPerSecond}`, '-ac', '1', '-i', 'pipe:0'];
const format = '-ac 1 -ar 22050 -c:a libmp3lame -b:a 32k -write_xing 0 -id3v2_version 0 -map_metadata -1 -bitexact -f mp3'.split(' ');
/** Writes the file with the mark of generated sound. */
const marker = path.join(here, '../../tooling/scripts/write-marked-sound.mjs');
const quietly = ['-hide_banner', '-loglevel', 'error', '-y'];

for (const [folder, byLanguage] of Object.entries(introductions)) {
  /** @type {Record<string, {seconds: number, text: string}[]>} */
  const transcripts = {};
  for (const [language, introduction] of Object.entries(byLanguage)) {
    const file = path.join(here, `${folder}-${language}.mp3`);
    const { sound, lines } = record(introduction);
    const spoken = execFileSync('ffmpeg', [...quietly, ...raw, '-af', finish(sound), ...format, 'pipe:1'], { input: sound });
    execFileSync(process.execPath, [marker, file], { input: spoken });
    transcripts[language] = lines;
    writeFileSync(path.join(here, `${folder}-${language}.json`), `${JSON.stringify(lines, null, 2)}\n`);
    console.log(`${folder}-${language}.mp3  ${statSync(file).size} bytes, last sentence at ${lines.at(-1)?.seconds} s`);
  }
  const profilePath = path.join(museumsDir, folder, 'profile.json');
  const profile = JSON.parse(readFileSync(profilePath, 'utf8'));
  profile.introduction.transcripts = transcripts;
  writeFileSync(profilePath, `${JSON.stringify(profile, null, 2)}\n`);
}
