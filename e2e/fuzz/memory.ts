import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are still held after everything nobody needs was collected. */
export function heldBytes(): number {
  collect();
  // What finalizers let go is collected the second time.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
