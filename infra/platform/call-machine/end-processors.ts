import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { EndProcessor, ProcessorEnded } from './worklet/worklet-messages.ts';

/** A context that stands still runs no processor that could answer. */
const endLimitMs = 200;

/** Resolves when all have said that they ended, or had their time. Their events reach nobody any more. */
export async function endProcessors(nodes: readonly AudioWorkletNode[], clock: Clock): Promise<void> {
  await Promise.all(nodes.map((node) => endProcessor(node, clock)));
}

function endProcessor(node: AudioWorkletNode, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      node.disconnect();
      node.port.onmessage = null;
      node.port.close();
      resolve();
    };
    const cancel = clock.after(endLimitMs, finish);
    node.port.onmessage = ({ data }: MessageEvent<ProcessorEnded | { t: unknown }>) => {
      if (data.t === 'ended') finish();
    };
    node.port.postMessage({ t: 'end' } satisfies EndProcessor);
  });
}
