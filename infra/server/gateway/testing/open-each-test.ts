import { createTurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import { afterAll, beforeEach } from '@rstest/core';
import { type ScriptedUpstreams, startScriptedUpstreams } from './scripted-upstreams.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts';

type Changes = Omit<TestGatewayOptions, 'upstreamOrigin'>;

interface Resettable {
  readonly origin: string;
  reset(): void;
  close(): Promise<void>;
}

export interface TestSite<Server = ScriptedUpstreams> {
  readonly upstreams: Server;
  readonly gateway: TestGateway;
  reopen(changes: Changes): Promise<void>;
}

const longAgoMs = 25 * 3_600_000;

/** Before each test the upstreams become healthy and the clock moves by 25 hours, so that no state of the last test remains. */
export const openEachTest = (changes: Changes = {}): TestSite => openEachTestBefore(startScriptedUpstreams, changes);

export function openEachTestBefore<Server extends Resettable>(start: () => Promise<Server>, changes: Changes = {}): TestSite<Server> {
  let upstreams: Server | undefined;
  let gateway: TestGateway | undefined;
  let isChanged = false;
  const clock = createTurnableClock();
  const open = async (opened: Changes) => {
    await gateway?.close();
    isChanged = opened !== changes;
    gateway = await startTestGateway({ upstreamOrigin: (upstreams as Server).origin, clock, ...opened });
  };
  beforeEach(async () => {
    upstreams ??= await start();
    if (isChanged || !gateway?.app.server.listening) await open(changes);
    clock.turn(longAgoMs);
    upstreams.reset();
    if (gateway) gateway.logged.length = 0;
  });
  afterAll(async () => {
    await gateway?.close();
    await upstreams?.close();
  });
  return {
    get upstreams() {
      return upstreams as Server;
    },
    get gateway() {
      return gateway as TestGateway;
    },
    reopen: open,
  };
}
