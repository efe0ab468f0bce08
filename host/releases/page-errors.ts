import { framePattern, mostFrames } from '@enfilade/shared-contracts/api/limits';
import type { ErrorStage, Frame } from '@enfilade/shared-contracts/api/request-schemas';
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
    const [, filename = '', at, column] = line.exec(text) ?? [];
    return frameAt({ filename, lineno: Number(at), colno: Number(column) });
  });
  return places.slice(0, mostFrames);
}

/** As a browser says of what is no error itself: anything can be thrown. */
type ThrownAt = Pick<ErrorEvent, 'filename' | 'lineno' | 'colno'>;

function frameAt({ filename, lineno, colno }: ThrownAt): Frame[] {
  const { origin, pathname: file } = URL.canParse(filename) ? new URL(filename) : location;
  const isOwn = (origin === location.origin || origin === cdnOrigin()) && framePattern.test(file);
  return isOwn ? [{ file, line: lineno, column: colno }] : [];
}

/** A version of a remote, by the address of a file. */
const remoteFile = /^\/remotes\/([^/]+)\/([^/]+)\//;
/** In one page; what goes on throwing says nothing new. */
const mostReports = 20;
/** What the network broke off, in the words of Chromium, Firefox and Safari, is no fault of a version. */
const ofNetwork = /fetch|network|load failed/i;

interface ErrorReporter {
  report(report: ScreenReport): void;
  /** Another version is better for this visitor from the next page on. */
  block(remote: string, version: string): void;
  /** Of the host, which threw where no remote is among the frames. */
  version: string;
}

/**
 * Reports what is thrown outside of any frame: in listeners, in timers, by promises nobody handled. It belongs to the
 * remote in which it was thrown, however much of the host's code lies between.
 */
export function watchErrors(window: Window, { report, block, version }: ErrorReporter): void {
  const reported = new Set<string>();
  function tell(error: unknown, stage: ErrorStage, thrownAt?: ThrownAt): void {
    const frames = thrownAt && !(error instanceof Error) ? frameAt(thrownAt) : readFrames(error);
    const key = JSON.stringify([stage, frames]);
    if (frames.length === 0 || reported.size >= mostReports || reported.has(key)) return;
    reported.add(key);
    const owner = frames.map(({ file }) => remoteFile.exec(file)).find((found) => found !== null);
    const [, remote = 'host', released = version] = owner ?? [];
    report({ remote, version: released, kind: 'error', stage, frames });
    if (owner && !(error instanceof DOMException || ofNetwork.test(String(error)))) block(remote, released);
  }
  window.addEventListener('error', (event) => {
    // A script that is running is one that is being loaded.
    tell(event.error, window.document.currentScript ? 'load' : 'handler', event);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason, 'rejection'));
}

/** Says so when two clicks in a row were taken away before they came to the page. To be called before any remote runs. */
export function watchClicks(window: Window, page: Node, onDeaf: () => void): void {
  let missed = 0;
  window.addEventListener(
    'click',
    ({ target, isTrusted }) => {
      if (!isTrusted || !page.contains(target as Node)) return;
      missed += 1;
      // Of a click that arrives it is 0 by then.
      if (missed === 3) onDeaf();
    },
    true,
  );
  page.addEventListener('click', () => (missed = 0), true);
}
