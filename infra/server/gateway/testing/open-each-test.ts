import { afterEach, beforeEach } from '@rstest/core';
import { type ScriptedUpstreams, startScriptedUpstreams } from './scripted-upstreams.ts';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from './test-gateway.ts';

type Changes = Omit<TestGatewayOptions, 'upstreamOrigin'>;

/** What the running test has for itself. */
export interface TestSite {
  readonly upstreams: ScriptedUpstreams;
  readonly gateway: TestGateway;
  /** Another gateway in place of the one that was opened. */
  reopen(changes: Changes): Promise<void>;
}

/** Opens scripted upstreams and a gateway in front of them before each test of a suite, and closes both after it. */
export function openEachTest(changes: Changes = {}): TestSite {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  const open = async (opened: Changes) => {
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, ...opened });
  };
  beforeEach(async () => {
    upstreams = await startScriptedUpstreams();
    await open(changes);
  });
  afterEach(async () => {
    await gateway.close();
    await upstreams.close();
  });
  return {
    get upstreams() {
      return upstreams;
    },
    get gateway() {
      return gateway;
    },
    async reopen(others) {
      await gateway.close();
      await open(others);
    },
  };
}
