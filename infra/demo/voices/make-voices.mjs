// Makes the voice samples of the questionnaire: `node infra/demo/voices/make-voices.mjs`.
// Run by hand. The files are committed. Needs the Debian packages espeak-ng and ffmpeg.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

const waveHeaderBytes = 44;

/**
 * Sex and manner fit the names in the demo profiles. No sample says a name, because museums choose the names. `pitch` from 0 to 99,
 * `speed` in words a minute.
 */
const voices = {
  'en-1': { timbre: 'en-gb-x-rp+m3', pitch: 38, speed: 140, words: 'Good day. I would be glad to show you around.' },
  'en-2': { timbre: 'en-gb+f2', pitch: 58, speed: 165, words: 'Hello! I am your guide. Shall we look around?' },
  'en-3': { timbre: 'en-us+f4', pitch: 44, speed: 145, words: 'Welcome. I am your guide, take your time.' },
  'de-1': { timbre: 'de+f4', pitch: 44, speed: 145, words: 'Willkommen. Ich begleite Sie durch die Räume.' },
  'de-2': { timbre: 'de+m3', pitch: 26, speed: 140, words: 'Guten Tag. Ich führe Sie gern durch die Räume.' },
  'de-3': { timbre: 'de+f2', pitch: 60, speed: 165, words: 'Hallo! Ich bin Ihre Begleitung. Wollen wir uns umsehen?' },
  'de-4': { timbre: 'de+m1', pitch: 46, speed: 155, words: 'Guten Tag. Ich bin heute Ihre Begleitung.' },
  'fr-1': { timbre: 'fr-fr+f4', pitch: 46, speed: 150, words: 'Bienvenue. Je vous accompagne pendant votre visite.' },
  'fr-2': { timbre: 'fr-fr+m3', pitch: 28, speed: 145, words: 'Bonjour. Je serai votre guide pendant la visite.' },
  'fr-3': { timbre: 'fr-fr+f2', pitch: 60, speed: 165, words: 'Bonjour ! Je suis votre guide. Commençons la visite !' },
  'en-p1': { timbre: 'en-gb-x-rp+f3', pitch: 48, speed: 145, words: 'Welcome. I am your guide for this visit.' },
  'en-p2': { timbre: 'en-gb-scotland+m7', pitch: 30, speed: 140, words: 'Good day. Let me walk through the rooms with you.' },
  'en-p3': { timbre: 'en-gb+f5', pitch: 64, speed: 165, words: 'Hello there! I am your guide. Ask me anything.' },
  'de-p1': { timbre: 'de+f3', pitch: 50, speed: 145, words: 'Willkommen. Ich begleite heute Ihren Besuch.' },
  'de-p2': { timbre: 'de+m7', pitch: 30, speed: 140, words: 'Guten Tag. Gehen wir gemeinsam durch die Räume.' },
  'de-p3': { timbre: 'de+f5', pitch: 62, speed: 160, words: 'Schön, dass Sie da sind! Fragen Sie mich alles.' },
};

/** ffmpeg's filters: no rumble, hiss or silence at the ends, then a short pause. @param {string} gain */
const finish = (gain) =>
  [
    `volume=${gain}`,
    'highpass=f=90',
    'lowpass=f=8000',
    'silenceremove=start_periods=1:start_threshold=-50dB',
    'areverse',
    'silenceremove=start_periods=1:start_threshold=-50dB',
    'areverse',
    'afade=t=in:d=0.02',
    'alimiter=limit=0.8:level=disabled',
    'apad=pad_dur=0.1',
  ].join(',');

/** The gain for an average of -19 dB below full scale, so that all samples are equally loud. @param {Buffer} wave */
function gainOf(wave) {
  const samples = new Int16Array(wave.buffer.slice(wave.byteOffset + waveHeaderBytes, wave.byteOffset + wave.length - (wave.length % 2)));
  const power = samples.reduce((sum, sample) => sum + (sample / 2 ** 15) ** 2, 0) / samples.length;
  return (10 ** (-19 / 20) / Math.sqrt(power)).toFixed(3);
}

// Every browser decodes mono at 32 kbit/s, and a slow connection loads it fast. Without tags the same voice yields the same file.
const format = '-ac 1 -ar 22050 -c:a libmp3lame -b:a 32k -write_xing 0 -id3v2_version 0 -map_metadata -1 -bitexact -f mp3'.split(' ');
const marker = path.join(import.meta.dirname, '../../tooling/scripts/write-marked-sound.mjs');
const quietly = ['-hide_banner', '-loglevel', 'error', '-y'];

for (const [id, { timbre, pitch, speed, words }] of Object.entries(voices)) {
  const file = path.join(import.meta.dirname, `${id}.mp3`);
  const wave = execFileSync('espeak-ng', ['-v', timbre, '-p', `${pitch}`, '-s', `${speed}`, '--stdout', words]);
  const sound = execFileSync('ffmpeg', [...quietly, '-i', 'pipe:0', '-af', finish(gainOf(wave)), ...format, 'pipe:1'], { input: wave });
  execFileSync(process.execPath, [marker, file], { input: sound });
  console.log(`${id}.mp3  ${statSync(file).size} bytes`);
}
