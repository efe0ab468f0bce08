import path from 'node:path';
import { speechDir } from './transcription-service.ts';

// Set by the command that starts the tests, which finds or installs a browser.
const { CHROME_PATH: executablePath, HEADLESS_SHELL_PATH: headlessShellPath } = process.env;

/** A name of this machine over which a page is no secure context. */
export const insecureHost = 'museum.test';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--host-resolver-rules=MAP ${insecureHost} 127.0.0.1`,
  // A microphone that says `why-dark-en`, pauses, and begins again. Whether a page may use it is the page's permission.
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${path.join(speechDir, 'why-dark-en.wav')}`,
];

/**
 * How the browser of the tests is started, with `more` arguments. One browser serves all tests of a project: a file with its own arguments
 * costs another browser and another site.
 */
export const launchWith = (...more: string[]) => ({ ...(executablePath && { executablePath }), args: [...args, ...more] });

/**
 * The same in a headless shell, if one is installed: the same browser without windows, which takes half the processor time. It cannot ask
 * for a permission and grants the microphone, so tests of the permission itself use `launchWith`.
 */
export const launchLightWith = (...more: string[]) =>
  headlessShellPath
    ? { executablePath: headlessShellPath, args: [...args, '--use-fake-ui-for-media-stream', ...more] }
    : launchWith(...more);
