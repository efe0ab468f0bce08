import { createEventStreamParser, type ServerEvent } from '@enfilade/shared-contracts/api/event-stream';
import type { GroupLine, GroupResponse } from '@enfilade/shared-contracts/api/group';
import { onTestFinished } from '@rstest/core';
import { cookieOf } from './chat-client.ts';
import { exhibitionId, visit } from './samples.ts';
import type { TestGateway } from './test-gateway.ts';

export interface Leader extends GroupResponse {
  cookie: string;
}

export async function startGroup(gateway: TestGateway, cookie?: string): Promise<Leader> {
  const answer = await gateway.post('/api/groups', { visit }, cookie === undefined ? {} : { cookie });
  return { ...answer.json<GroupResponse>(), cookie: cookie ?? cookieOf(answer) };
}

export const lineOf = (number: number, change: Partial<GroupLine> = {}): GroupLine => ({
  key: `room/${number}:guide:0`,
  turn: `room:${number}`,
  speaker: 'guide',
  text: `Sentence ${number}.`,
  language: 'en',
  ...change,
});

export function publish(gateway: TestGateway, { code, endsAt, proof, cookie }: Leader, lines: readonly object[] = [], change: object = {}) {
  const body = JSON.stringify({ endsAt, proof, exhibitionId, isPaused: false, lines, ...change });
  const headers = { 'content-type': 'application/json', 'x-enfilade': '1', cookie };
  return gateway.ask('PUT', `/api/groups/${code}/lines`, { headers, body });
}

export const endGroup = (gateway: TestGateway, { code, cookie }: Pick<Leader, 'code' | 'cookie'>) =>
  gateway.remove(`/api/groups/${code}`, { cookie });

/** Reads until it leaves or the gateway ends the stream. */
interface TestFollower {
  status: number;
  events: ServerEvent[];
  lines(): string[];
  names(): string[];
  isOver(): boolean;
  leave(): void;
}

export async function follow(gateway: TestGateway, code: string, headers: Record<string, string> = {}): Promise<TestFollower> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const answer = await fetch(`${gateway.origin}/api/groups/${code}/events`, { headers, signal: controller.signal });
  const events: ServerEvent[] = [];
  let isOver = !answer.ok;
  const read = async () => {
    const parser = createEventStreamParser();
    for await (const piece of answer.body ?? []) events.push(...parser.push(piece));
  };
  if (answer.ok)
    void read()
      .catch(() => undefined)
      .then(() => {
        isOver = true;
      });
  return {
    status: answer.status,
    events,
    lines: () => events.filter(({ name }) => name === 'line').map(({ data }) => (JSON.parse(data) as { text: string }).text),
    names: () => events.map(({ name }) => name),
    isOver: () => isOver,
    leave: () => controller.abort(),
  };
}
