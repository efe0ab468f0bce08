import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@rstest/core';
import { request } from 'undici';
import { type ScriptedUpstreams, startScriptedUpstreams } from './scripted-upstreams.ts';
import { startTestGateway, type TestGateway } from './test-gateway.ts';

/** A gateway for all tests of a suite, whose museums' folder holds these files, by path. */
export function openContentGateway(files: Readonly<Record<string, string | Buffer>>) {
  let upstreams: ScriptedUpstreams;
  let gateway: TestGateway;
  let contentDir: string;
  beforeAll(async () => {
    contentDir = await mkdtemp(path.join(tmpdir(), 'content-'));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(contentDir, name)), { recursive: true });
      await writeFile(path.join(contentDir, name), content);
    }
    upstreams = await startScriptedUpstreams();
    gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { contentDir } });
  });
  afterAll(async () => {
    await gateway.close();
    await upstreams.close();
    await rm(contentDir, { recursive: true, force: true });
  });
  return {
    get origin() {
      return gateway.origin;
    },
    /** As bytes, in whatever encoding it was sent. */
    async get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
      const answer = await request(gateway.origin + url, { method, headers });
      return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
    },
  };
}
