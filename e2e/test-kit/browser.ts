import { spokenFile } from './transcription-service.ts';

// The command that starts the tests finds or installs a browser, and sets both.
const { CHROME_PATH: executablePath, HEADLESS_SHELL_PATH: headlessShellPath } = process.env;

/** A host name of this machine whose pages are no secure contexts. */
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
  // A microphone that plays the file in a loop. The page's permission decides whether the page may use the microphone.
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${spokenFile}`,
];

/**
 * Options that start the tests' browser, with `more` arguments. One browser serves all tests of a project: a file with its own arguments
 * costs another browser and another site.
 */
export const launchWith = (...more: string[]) => ({ ...(executablePath && { executablePath }), args: [...args, ...more] });

/**
 * The same for the headless shell if the shell is installed: the browser without windows, which takes half the processor time. The shell
 * asks for no permission and grants the microphone, so tests of the permission use `launchWith`.
 */
export const launchLightWith = (...more: string[]) =>
  headlessShellPath
    ? { executablePath: headlessShellPath, args: [...args, '--use-fake-ui-for-media-stream', ...more] }
    : launchWith(...more);
