import { availableParallelism, loadavg } from 'node:os';

/**
 * How many browser tests may run at once: one more than there are processors, since each waits now and then, and fewer on a
 * machine that is at work already. Whoever starts other work first counts before.
 */
export function countWorkers() {
  const cores = availableParallelism();
  const [load = 0] = loadavg();
  const othersPerCore = Math.floor(Math.max(0, load - cores) / cores);
  return Math.max(1, cores + 1 - othersPerCore);
}
