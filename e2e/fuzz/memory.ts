import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** After garbage collection. */
export function heldBytes(): number {
  collect();
  // The second run collects what finalizers released.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
