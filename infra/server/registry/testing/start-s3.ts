import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { BucketSettings } from '../artifacts/bucket.ts';

export interface S3Server {
  bucket: BucketSettings;
  /** Keeps the objects on the disk. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'enfilade-s3-'));
  const open = (port: number) =>
    new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: 'artifacts' }] });
  let server = open(0);
  const { port } = await server.run();
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server.close();
    isRunning = false;
  };
  return {
    bucket: {
      url: 's3://artifacts/site',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    stop,
    async start() {
      server = open(port);
      await server.run();
      isRunning = true;
    },
    async end() {
      await stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
