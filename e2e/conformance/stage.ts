import { startTestGateway, type TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { afterAll, beforeAll, expect, it } from '@rstest/core';
import { z } from 'zod';
import { type Exchange, type Services, type Side, type StandIns, sides } from './exchange.ts';
import { type HostedServices, startHostedServices } from './hosted-services.ts';
import { keys, models, profile } from './sample-museum.ts';
import { startStandIns } from './stand-ins.ts';

export function startGateway({ origin, transcriptionUrl, ownWords }: Services): Promise<TestGateway> {
  const upstreams = {
    middleware: { url: origin, email: keys.email, password: keys.password },
    knowledgeBase: { url: origin },
    vapi: { url: origin, key: keys.vapi },
    settings: { url: `${origin}/settings` },
    ...(!ownWords && { llm: { url: origin, key: keys.llm, model: models.llm } }),
    tts: { url: origin, key: keys.tts, model: models.tts },
    stt: { url: transcriptionUrl, key: keys.stt, model: models.stt },
  };
  return startTestGateway({ upstreamOrigin: origin, options: { upstreams, profiles: [profile], ownWords } });
}

export interface Stage {
  readonly hosted: HostedServices;
  readonly standIn: StandIns;
  of(side: Side): Services;
  gateway(side: Side): TestGateway;
}

/** Both sides, each behind a gateway, for the tests of one file. */
export function prepareStage(): Stage {
  let hosted: HostedServices;
  let standIn: StandIns;
  let gateways: TestGateway[];
  beforeAll(async () => {
    hosted = await startHostedServices();
    standIn = await startStandIns();
    gateways = [await startGateway(hosted), await startGateway(standIn)];
  });
  afterAll(async () => {
    for (const { close } of [...gateways, hosted, standIn]) await close();
  });
  return {
    get hosted() {
      return hosted;
    },
    get standIn() {
      return standIn;
    },
    of: (side) => (side === 'the hosted service' ? hosted : standIn),
    gateway: (side) => gateways[sides.indexOf(side)] as TestGateway,
  };
}

/** The stand-in must keep each exchange that the service's documentation describes. */
export function holdContract(stage: Stage, contract: Readonly<Record<string, Exchange>>): void {
  it.each(Object.entries(contract))('the stand-in %s', async (_, { ask, status, type, answer }) => {
    const response = await ask(stage.standIn);
    const body = Buffer.from(await response.arrayBuffer());
    expect([response.status, response.headers.get('content-type')]).toEqual([status, expect.stringMatching(type ?? /^application\/json/)]);
    if (answer) z.parse(answer, type ? body.toString('latin1') : JSON.parse(body.toString()));
  });
}

/** Fails if the hosted side refuses a request. */
export async function onBothSides<Result>(stage: Stage, run: (gateway: TestGateway) => Promise<Result>): Promise<[Result, Result]> {
  stage.hosted.refused.length = 0;
  const [first, second] = [await run(stage.gateway(sides[0])), await run(stage.gateway(sides[1]))];
  expect(stage.hosted.refused).toEqual([]);
  return [first, second];
}

/** The hosted service gives one answer to every request below a path. */
export async function whileHosted<Result>(
  [pathStart, answer]: Parameters<HostedServices['answerWith']>,
  run: (gateway: TestGateway) => Promise<Result>,
): Promise<Result> {
  const hosted = await startHostedServices();
  hosted.answerWith(pathStart, answer);
  const gateway = await startGateway(hosted);
  try {
    return await run(gateway);
  } finally {
    await gateway.close();
    await hosted.close();
  }
}
