import { type ErrorStage, type Frame, frameSchema, mostFrames } from '@enfilade/shared-contracts/api/schemas';
import { cdnOrigin } from './artifact-address.ts';
import type { ScreenReport } from './remote-error.ts';

/** As Chromium writes it, and as Firefox and Safari do. */
const line = /^(?:\s+at .*?|.*@)\(?(https?:\/\/[^\s()]+):(\d+):(\d+)\)?$/;

/** The places of an error in this site's own scripts, the innermost first: nothing of its message, which may be what a visitor said. */
export function readFrames(error: unknown): Frame[] {
  if (!(error instanceof Error)) return [];
  const { stack = '' } = error;
  // Chromium begins with the message, of which a line could be taken for a frame.
  const begin = String(error);
  const places = (stack.startsWith(begin) ? stack.slice(begin.length) : stack).split('\n').flatMap((text) => {
    const [, address = '', ...place] = line.exec(text) ?? [];
    return frameAt(address, Number(place[0]), Number(place[1]));
  });
  return places.slice(0, mostFrames);
}

function frameAt(address: string, at: number, column: number): Frame[] {
  const { origin, pathname: file } = URL.canParse(address) ? new URL(address) : location;
  const frame = { file, line: at, column };
  return (origin === location.origin || origin === cdnOrigin()) && frameSchema.safeParse(frame).success ? [frame] : [];
}

/** A version of a remote, by the address of a file. */
const remoteFile = /^\/remotes\/([^/]+)\/([^/]+)\//;

export interface ErrorWatch {
  window: Window;
  report(report: ScreenReport): void;
  /** Another version is better for this visitor from the next page on. */
  block(remote: string, version: string): void;
  /** Of the host, which threw where no remote is among the frames. */
  version: string;
}

/** In one page; what goes on throwing says nothing new. */
const mostReports = 20;
/** What the network broke off, in the words of Chromium, Firefox and Safari, is no fault of a version. */
const ofNetwork = /fetch|network|load failed/i;

/**
 * Reports what is thrown outside of any frame: in listeners, in timers, by promises nobody handled. It belongs to the
 * remote in which it was thrown, however much of the host's code lies between.
 */
export function watchErrors({ window, report, block, version }: ErrorWatch): void {
  const reported = new Set<string>();
  function tell(error: unknown, stage: ErrorStage, frames = readFrames(error)): void {
    const owner = frames.map(({ file }) => remoteFile.exec(file)).find((found) => found !== null);
    const key = JSON.stringify([stage, frames]);
    if (frames.length === 0 || reported.size >= mostReports || reported.has(key)) return;
    reported.add(key);
    const [, remote = 'host', released = version] = owner ?? [];
    report({ remote, version: released, kind: 'error', stage, frames });
    if (owner && !(error instanceof DOMException || ofNetwork.test(String(error)))) block(remote, released);
  }
  window.addEventListener('error', ({ error, filename, lineno, colno }) => {
    // A script that is running is one that is being loaded.
    const stage = window.document.currentScript ? 'load' : 'handler';
    // Anything can be thrown; the place is known all the same.
    tell(error, stage, error instanceof Error ? undefined : frameAt(filename, lineno, colno));
  });
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason, 'rejection'));
}
