import { framePattern, mostFrames } from '@enfilade/shared-contracts/api/limits';
import type { ErrorStage, Frame } from '@enfilade/shared-contracts/api/request-schemas';
import { cdnOrigin } from './artifact-address.ts';
import type { ScreenReport } from './remote-error.ts';

// Loaded after a page's first error. Rarely used code shares one chunk, because each chunk's address and hash cost every page 65 bytes.

/** Formats of Chromium, and of Firefox and Safari. */
const line = /^(?:\s+at .*?|.*@)\(?(https?:\/\/[^\s()]+):(\d+):(\d+)\)?$/;

/** Innermost first. Leaves the message out, because it may be a visitor's words. */
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

export type ThrownAt = Pick<ErrorEvent, 'filename' | 'lineno' | 'colno'>;

function frameAt({ filename, lineno, colno }: ThrownAt): Frame[] {
  const { origin, pathname: file } = URL.canParse(filename) ? new URL(filename) : location;
  const isOwn = (origin === location.origin || origin === cdnOrigin()) && framePattern.test(file);
  return isOwn ? [{ file, line: lineno, column: colno }] : [];
}

const remoteFile = /^\/remotes\/([^/]+)\/([^/]+)\//;
/** Repeated errors add no information. */
const mostReports = 20;
/** In the words of Chromium, Firefox and Safari. Network errors are not errors of a version. */
const ofNetwork = /fetch|network|load failed/i;

export interface ErrorReporter {
  report(report: ScreenReport): void;
  /** Takes effect from the next page on. */
  block(remote: string, version: string): void;
  /** Version of the host, which gets the error if no remote is among the frames. */
  version: string;
  reported: Set<string>;
}

/** Names the innermost remote in the stack, even if frames of the host are closer. */
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
