import { spokenFile } from './transcription-service.ts';

// The command that starts the tests finds or installs a browser, and sets both.
const { CHROME_PATH: executablePath, HEADLESS_SHELL_PATH: headlessShellPath } = process.env;

/** A host name of this machine whose pages are not secure contexts. */
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
  // The microphone plays the file in a loop. A page needs the permission to use it.
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-audio-capture=${spokenFile}`,
];

/** One browser serves all tests of a project. A file with its own arguments costs another browser and another site. */
export const launchWith = (...more: string[]) => ({ ...(executablePath && { executablePath }), args: [...args, ...more] });

/**
 * The headless shell, if installed, takes half the processor time. The shell grants the microphone without a prompt, so tests of the
 * permission use `launchWith`.
 */
export const launchLightWith = (...more: string[]) =>
  headlessShellPath
    ? { executablePath: headlessShellPath, args: [...args, '--use-fake-ui-for-media-stream', ...more] }
    : launchWith(...more);
