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
  /** @type {Set<string>} */
  const ours = new Set([`${process.pid}`]);
  const look = () => {
    const found = readProcesses();
    const alive = new Set(found.map(({ pid }) => pid));
    for (const pid of ours) if (!alive.has(pid)) ours.delete(pid);
    addChildren(ours, found);
    for (const { pid, key, ticks } of found) if (ours.has(pid)) used.set(key, ticks);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => {
    clearInterval(timer);
    look();
    const ticks = [...used.values()].reduce((sum, each) => sum + each, 0);
    return `, ${(ticks / ticksPerSecond).toFixed(0)} s of processor time`;
  };
}

/** @param {Set<string>} ours @param {{ pid: string, parent: string }[]} found in any order: a child can have a smaller id than its parent */
function addChildren(ours, found) {
  const children = found.filter(({ pid, parent }) => ours.has(parent) && !ours.has(pid));
  for (const { pid } of children) ours.add(pid);
  if (children.length > 0) addChildren(ours, found);
}

const readProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat);

/** @param {string} pid */
function readStat(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, parent = ''] = fields;
    const [user = 0, system = 0, started = 0] = [fields[11], fields[12], fields[19]].map(Number);
    return [{ pid, parent, key: `${pid} ${started}`, ticks: user + system }];
  } catch {
    // The process has ended.
    return [];
  }
}
