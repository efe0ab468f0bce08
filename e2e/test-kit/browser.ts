import path from 'node:path';
import { type Phrase, speechDir } from './transcription-service.ts';

// Set by the command that starts the tests, which finds or installs a browser.
const executablePath = process.env['CHROME_PATH'];

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** How the browser of the tests is started, with `more` arguments. */
export const launchWith = (...more: string[]) => ({ ...(executablePath && { executablePath }), args: [...quiet, ...more] });

/** A microphone that says a phrase, pauses, and begins again; nobody is asked for it. */
export const microphoneSaying = (phrase: Phrase) => [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.join(speechDir, `${phrase}.wav`)}`,
];
