import { createEventStreamParser, type ServerEvent } from '@enfilade/shared-contracts/api/event-stream';
import type { GroupLine, GroupResponse } from '@enfilade/shared-contracts/api/group';
import { onTestFinished } from '@rstest/core';
import { request } from 'undici';
import { cookieOf } from './chat-client.ts';
import { exhibitionId, visit } from './samples.ts';
import type { TestGateway } from './test-gateway.ts';

/** Who leads, as far as requests say. */
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
  const body = { endsAt, proof, exhibitionId, isPaused: false, lines, ...change };
  return send(gateway, { method: 'PUT', path: `/api/groups/${code}/lines`, body, cookie });
}

export const endGroup = (gateway: TestGateway, { code, cookie }: Pick<Leader, 'code' | 'cookie'>) =>
  send(gateway, { method: 'DELETE', path: `/api/groups/${code}`, cookie });

interface Sent {
  method: 'PUT' | 'DELETE';
  path: string;
  body?: object;
  cookie: string;
}

async function send(gateway: TestGateway, { method, path, body, cookie }: Sent) {
  const answer = await request(gateway.origin + path, {
    method,
    headers: { 'x-enfilade': '1', cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, text, code: (text ? (JSON.parse(text) as { code?: string }) : {}).code };
}

/** A follower that reads until it leaves or the gateway ends it. */
export interface TestFollower {
  status: number;
  events: ServerEvent[];
  /** The texts of the lines that came. */
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
