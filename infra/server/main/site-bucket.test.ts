import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@rstest/core';
import { request } from 'undici';
import { remoteFiles, writeBuild } from '../registry/testing/built-remote.ts';
import { type S3Server, startS3 } from '../registry/testing/start-s3.ts';
import { patientClock } from '../registry/testing/temporary-registry.ts';
import { makeSiteFolder, startTestSite } from './testing/start-test-site.ts';

const entry = '/remotes/landing/1.0.0/remoteEntry.js';

describe('a site with ARTIFACTS_URL', () => {
  let root: string;
  let s3: S3Server;
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'site-bucket-'));
    s3 = await startS3();
  });
  afterAll(async () => {
    await s3.end();
    await rm(root, { recursive: true });
  });

  async function start(folder: string) {
    const own = await makeSiteFolder(path.join(root, folder));
    const build = await writeBuild(path.join(own, 'build'), remoteFiles({ version: '1.0.0' }));
    const { url, endpoint = '', credentials } = s3.bucket;
    const keys = { AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '', AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '' };
    return startTestSite(own, {
      environment: { ARTIFACTS_URL: url, S3_ENDPOINT: endpoint, ARTIFACTS_PUBLIC_URL: 'http://cdn.example', ...keys },
      builds: [{ name: 'landing', folder: build }],
      clock: patientClock,
    });
  }
  async function get(origin: string, url: string) {
    const { statusCode, headers, body } = await request(origin + url);
    return { status: statusCode, headers, text: await body.text() };
  }

  it('a site with ARTIFACTS_URL serves files of the bucket, names the CDN in its pages, and restarts during an outage of the bucket', async () => {
    const site = await start('one');
    const file = await get(site.origin, entry);
    expect([file.status, file.headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(existsSync(path.join(root, 'one/data/artifacts'))).toBe(false);
    const page = await get(site.origin, '/');
    expect(page.text).toContain('data-artifacts="http://cdn.example"');
    expect(page.headers['content-security-policy']).toContain('http://cdn.example/remotes/');
    await site.close();
    await s3.stop();
    const again = await start('one');
    expect((await get(again.origin, entry)).text).toBe(file.text);
    expect((await get(again.origin, '/readyz')).text).toContain('The bucket of ARTIFACTS_URL cannot be reached');
    await again.close();
  });

  it('the first start of a site with ARTIFACTS_URL fails with the reason if the bucket cannot be reached', async () => {
    await s3.stop();
    await expect(start('other')).rejects.toThrow('The bucket of ARTIFACTS_URL cannot be reached, nothing was published; try again later.');
  });
});
