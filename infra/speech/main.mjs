import load from '@echogarden/espeak-ng-emscripten';

// Speech synthesis in its own process, because eSpeak NG is GPL-3.0 and must not be linked into the server.
//
// Messages over Node's channel between parent and child. Received:
//   {id: 1, text: 'Good day.', timbre: 'en+f2', pitch: 0–99, speed: words a minute}
//   {cancel: 1}                        drops a request that has not begun; a begun request is finished
// Sent:
//   {id: 1, type: 'audio', samples}    16 bits, mono, 22,050 Hz
//   {id: 1, type: 'words', words: [{ms, offset, length}]}   offset and length in the text's UTF-16 units
//   {id: 1, type: 'done'}              or {id: 1, type: 'error', message}; the last of a request
// The program ends with the channel.

/**
 * eSpeak NG counts characters, JavaScript UTF-16 units.
 * @param {string} text
 * @returns {(character: number) => number} position of a character in UTF-16 units, at most the length of the text
 */
function toUnits(text) {
  const starts = [0];
  for (const character of text) starts.push((starts.at(-1) ?? 0) + character.length);
  return (character) => starts[Math.max(0, character)] ?? text.length;
}

const sampleRate = 22_050;

/** @typedef {{ id: number, text: string, timbre: string, pitch: number, speed: number }} Request */

/** Ignores errors, because the site may have ended. @param {object} message */
const write = (message) => process.send?.(message, () => {});

/** @param {Request} request */
function say({ id, text, timbre, pitch, speed }) {
  if (synthesiser.set_voice(timbre) !== 0) throw new Error(`The synthesiser has no voice ${timbre}`);
  synthesiser.set_pitch(pitch);
  synthesiser.set_rate(speed);
  const unitOf = toUnits(text);
  synthesiser.synthesize(text, (audio, events = []) => {
    const words = events
      .filter(({ type, word_length }) => type === 'word' && word_length > 0)
      .map(({ audio_position, text_position, word_length }) => {
        const offset = unitOf(text_position - 1);
        return { ms: audio_position, offset, length: unitOf(text_position - 1 + word_length) - offset };
      });
    if (words.length > 0) write({ id, type: 'words', words });
    // Copied, because the synthesiser reuses its memory.
    if (audio && audio.length > 0) write({ id, type: 'audio', samples: Int16Array.from(audio) });
    return false;
  });
}

/** @param {Request} request */
function serve(request) {
  try {
    say(request);
    write({ id: request.id, type: 'done' });
  } catch (error) {
    write({ id: request.id, type: 'error', message: error instanceof Error ? error.message : String(error) });
  }
}

/** @type {Request[]} */
let waiting = [];
let isServing = false;

/** Yields after each request, so that a cancellation is read before the next request begins. */
function serveNext() {
  const next = waiting.shift();
  isServing = next !== undefined;
  if (!next) return;
  serve(next);
  setImmediate(serveNext);
}

const { eSpeakNGWorker } = await load();
const synthesiser = await new eSpeakNGWorker();
if (synthesiser.get_samplerate() !== sampleRate)
  throw new Error(`The synthesiser has a sample rate of ${synthesiser.get_samplerate()} Hz instead of ${sampleRate} Hz`);
// The first synthesis takes ten times as long as any other.
synthesiser.set_voice('en');
synthesiser.synthesize('ready', () => false);

process.on('message', (/** @type {Request & { cancel?: number }} */ message) => {
  if (message.cancel !== undefined) {
    waiting = waiting.filter(({ id }) => id !== message.cancel);
    return;
  }
  waiting.push(message);
  if (isServing) return;
  isServing = true;
  setImmediate(serveNext);
});
// Ctrl-C reaches every process of a terminal, but the parent must end this process.
process.on('SIGINT', () => {});
process.once('disconnect', () => process.exit());
