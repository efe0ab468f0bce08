import { framePattern, mostFrames } from '@enfilade/shared-contracts/api/limits';
import type { ErrorStage, Frame } from '@enfilade/shared-contracts/api/request-schemas';
import { cdnOrigin } from './artifact-address.ts';
import type { ScreenReport } from './remote-error.ts';

// Loaded after a page's first error, because most pages have no error. Rarely used code shares one chunk, because the address and the hash
// of each chunk cost every page 65 bytes.

/** Formats of Chromium, and of Firefox and Safari. */
const line = /^(?:\s+at .*?|.*@)\(?(https?:\/\/[^\s()]+):(\d+):(\d+)\)?$/;

/** The frames of an error in this site's scripts, innermost first. The message is left out, because it may be a visitor's words. */
export function readFrames(error: unknown): Frame[] {
  if (!(error instanceof Error)) return [];
  const { stack = '' } = error;
  // Chromium's stack begins with the message, and a line of the message may look like a frame.
  const begin = String(error);
  const places = (stack.startsWith(begin) ? stack.slice(begin.length) : stack).split('\n').flatMap((text) => {
    const [, filename = '', at, column] = line.exec(text) ?? [];
    return frameAt({ filename, lineno: Number(at), colno: Number(column) });
  });
  return places.slice(0, mostFrames);
}

/** The place that a browser reports for a thrown value that is not an Error. */
export type ThrownAt = Pick<ErrorEvent, 'filename' | 'lineno' | 'colno'>;

function frameAt({ filename, lineno, colno }: ThrownAt): Frame[] {
  const { origin, pathname: file } = URL.canParse(filename) ? new URL(filename) : location;
  const isOwn = (origin === location.origin || origin === cdnOrigin()) && framePattern.test(file);
  return isOwn ? [{ file, line: lineno, column: colno }] : [];
}

/** A version of a remote, by the address of a file. */
const remoteFile = /^\/remotes\/([^/]+)\/([^/]+)\//;
/** Limit for one page; repeated errors add no information. */
const mostReports = 20;
/** Errors of the network, in the words of Chromium, Firefox and Safari. They are no fault of a version. */
const ofNetwork = /fetch|network|load failed/i;

export interface ErrorReporter {
  report(report: ScreenReport): void;
  /** Blocks the version for this visitor, from the next page on. */
  block(remote: string, version: string): void;
  /** Attributed to the host if no remote is among the frames. */
  version: string;
  /** Keys of the errors that were reported already. */
  reported: Set<string>;
}

/** Reports an uncaught error for the innermost remote in its stack, even if frames of the host are closer. */
export function reportUncaught(
  { report, block, version, reported }: ErrorReporter,
  error: unknown,
  stage: ErrorStage,
  thrownAt?: ThrownAt,
): void {
  const frames = thrownAt && !(error instanceof Error) ? frameAt(thrownAt) : readFrames(error);
  const key = JSON.stringify([stage, frames]);
  if (frames.length === 0 || reported.size >= mostReports || reported.has(key)) return;
  reported.add(key);
  const owner = frames.map(({ file }) => remoteFile.exec(file)).find((found) => found !== null);
  const [, remote = 'host', released = version] = owner ?? [];
  report({ remote, version: released, kind: 'error', stage, frames });
  if (owner && !(error instanceof DOMException || ofNetwork.test(String(error)))) block(remote, released);
}
