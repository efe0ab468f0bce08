import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { RegistryLockedError } from '../state/registry-error.ts';

/** Enough for several processes that replace one dead claim at the same moment. */
const attempts = 10;

interface Claim {
  pid: number;
  /** Distinguishes two processes that were given the same number, as happens after a container restarts; Linux only. */
  start?: string | undefined;
}

/**
 * Makes this process the owner of what lies beside `file`, until the returned function is called.
 * A file left behind by a dead process is replaced.
 * @throws RegistryLockedError when a living process owns it.
 */
export function acquirePidFile(file: string): () => void {
  const own = `${process.pid} ${startOf(process.pid) ?? ''}\n`;
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (created(file, own)) return () => release(file, own);
    const found = contentOf(file);
    if (found === undefined) continue;
    const claim = parseClaim(found);
    if (claim && isAlive(claim)) throw new RegistryLockedError(file, claim.pid);
    removeDead(file, found);
  }
  throw new Error(`${file} can be neither made nor read: check the rights of its folder.`);
}

function release(file: string, own: string): void {
  if (contentOf(file) === own) rmSync(file);
}

function created(file: string, content: string): boolean {
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, content);
    closeSync(descriptor);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Moves the dead claim aside first: of two processes that saw it die, only one can, and a living claim caught by mistake goes back. */
function removeDead(file: string, dead: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return;
    throw error;
  }
  if (contentOf(aside) === dead) rmSync(aside);
  else renameSync(aside, file);
}

function parseClaim(content: string): Claim | undefined {
  const match = /^(\d{1,10}) (\S*)\n$/.exec(content);
  return match ? { pid: Number(match[1]), start: match[2] || undefined } : undefined;
}

function isAlive({ pid, start }: Claim): boolean {
  if (start !== undefined && startOf(process.pid) !== undefined) return startOf(pid) === start;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Anything else, such as a process of another user, is a living one.
    return !hasCode(error, 'ESRCH');
  }
}

/** Boot and start time of a process, undefined where there is no /proc. */
function startOf(pid: number): string | undefined {
  const boot = contentOf('/proc/sys/kernel/random/boot_id')?.trim();
  // The command in parentheses may hold spaces; the start time is the 20th field after it.
  const started = contentOf(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ')[19];
  return boot && started ? `${boot}/${started}` : undefined;
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
