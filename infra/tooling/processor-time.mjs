import { readdirSync, readFileSync } from 'node:fs';

const lookEveryMs = 500;
const ticksPerSecond = 100;

/**
 * Counts the processor time of this process and of all its descendants. The kernel's own sum lacks
 * processes that nobody waits for, such as a browser's. Linux only.
 * @returns {() => string} the time so far, as text; empty on other systems
 */
export function countProcessorTime() {
  if (process.platform !== 'linux') return () => '';
  /** Ticks by process id and start time, because the kernel reuses ids. @type {Map<string, number>} */
  const used = new Map();
  const look = () => {
    const found = new Map(readdirSync('/proc').flatMap(readStat));
    /** Descendants whose parent has ended are known from an earlier look. @param {string} pid @returns {boolean} */
    const isOurs = (pid) => {
      const { key = '', parent = '' } = found.get(pid) ?? {};
      return pid === `${process.pid}` || used.has(key) || (parent !== '' && isOurs(parent));
    };
    for (const [pid, { key, ticks }] of found) if (isOurs(pid)) used.set(key, ticks);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => {
    clearInterval(timer);
    look();
    const ticks = [...used.values()].reduce((sum, each) => sum + each, 0);
    return `, ${(ticks / ticksPerSecond).toFixed(0)} s of processor time`;
  };
}

/** @param {string} pid @returns {[pid: string, { parent: string, key: string, ticks: number }][]} empty for other folders of /proc */
function readStat(pid) {
  if (!/^\d+$/.test(pid)) return [];
  try {
    const [, parent = '', ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user = 0, system = 0, started = 0] = [fields[9], fields[10], fields[17]].map(Number);
    return [[pid, { parent, key: `${pid} ${started}`, ticks: user + system }]];
  } catch {
    // The process has ended.
    return [];
  }
}
