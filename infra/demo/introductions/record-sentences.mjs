// Records sentences with espeak-ng and ffmpeg (Debian packages), for the scripts in this folder.
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const waveHeaderBytes = 44;
const samplesPerSecond = 22_050;

const pauseSeconds = 0.5;
const endSeconds = 0.4;

/**
 * `said` spells names of other languages for the voice, the longest names first.
 * @typedef {{timbre: string, pitch: number, speed: number, said: Record<string, string>}} Voice
 */

/**
 * One sentence, without the silence around it.
 * @param {Voice} voice
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
 * @param {Voice & {sentences: string[]}} spoken
 */
function record({ sentences, ...voice }) {
  const pause = new Int16Array(Math.round(pauseSeconds * samplesPerSecond));
  const parts = [];
  const lines = [];
  let samples = 0;
  for (const text of sentences) {
    lines.push({ seconds: Number((samples / samplesPerSecond).toFixed(2)), text });
    const spoken = speak(voice, text);
    parts.push(spoken, pause);
    samples += spoken.length + pause.length;
  }
  const sound = Buffer.concat(parts.slice(0, -1).map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
  return { sound, lines };
}

/**
 * ffmpeg's filters: an average of -19 dB below full scale, no rumble, hiss or click. No filter moves a sentence.
 * @param {Buffer} sound 16-bit samples
 */
function finish(sound) {
  const samples = new Int16Array(sound.buffer, sound.byteOffset, sound.length / 2);
  const power = samples.reduce((sum, sample) => sum + (sample / 2 ** 15) ** 2, 0) / samples.length;
  const gain = (10 ** (-19 / 20) / Math.sqrt(power)).toFixed(3);
  return `volume=${gain},highpass=f=90,lowpass=f=8000,afade=t=in:d=0.02,alimiter=limit=0.8:level=disabled,apad=pad_dur=${endSeconds}`;
}

// Mono at 32 kbit/s without tags, as in make-voices.mjs.
const raw = ['-f', 's16le', '-ar', `${samplesPerSecond}`, '-ac', '1', '-i', 'pipe:0'];
const format = '-ac 1 -ar 22050 -c:a libmp3lame -b:a 32k -write_xing 0 -id3v2_version 0 -map_metadata -1 -bitexact -f mp3'.split(' ');
const marker = path.join(import.meta.dirname, '../../tooling/scripts/write-marked-sound.mjs');
const quietly = ['-hide_banner', '-loglevel', 'error', '-y'];

/**
 * Writes the recording, and returns the second at which each sentence begins.
 * @param {string} file
 * @param {Voice & {sentences: string[]}} spoken
 */
export function writeRecording(file, spoken) {
  const { sound, lines } = record(spoken);
  const encoded = execFileSync('ffmpeg', [...quietly, ...raw, '-af', finish(sound), ...format, 'pipe:1'], { input: sound });
  execFileSync(process.execPath, [marker, file], { input: encoded });
  return lines;
}
