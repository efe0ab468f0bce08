import { createTurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import { onTestFinished } from '@rstest/core';
import { HttpError } from '../../http/exchange.ts';
import { createMemoryState, type SharedState } from '../../shared-state/shared-state.ts';
import { startTestGateway, visitKey } from './test-gateway.ts';

/** Two gateways of one site; `lose` makes their shared state unreachable. */
export async function openTwoGateways(upstreamOrigin: string) {
  const clock = createTurnableClock();
  const memory = createMemoryState({ clock });
  let isLost = false;
  const state: SharedState = {
    ...memory,
    isShared: true,
    change: (change) => (isLost ? Promise.reject(new HttpError('busy')) : memory.change(change)),
  };
  const open = async () => {
    const gateway = await startTestGateway({ upstreamOrigin, options: { state, clock, visitKeys: () => [visitKey] as const } });
    onTestFinished(() => gateway.close());
    return gateway;
  };
  const lose = (isNow: boolean) => {
    isLost = isNow;
  };
  return { first: await open(), second: await open(), lose };
}
