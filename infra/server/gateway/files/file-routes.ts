import type { FastifyInstance } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import { immutable, sendFile } from './send-file.ts';
import { loadStaticFiles, type StaticFile } from './static-files.ts';

/** The files of published remotes. */
export interface Artifacts {
  artifact(name: string, version: string, file: string): StaticFile | undefined;
}

export interface FileRoutesOptions {
  hostDir: string;
  artifacts: Artifacts;
}

interface ArtifactParams {
  name: string;
  version: string;
  '*': string;
}

/** The host's own files and those of the published remotes. */
export async function registerFileRoutes(app: FastifyInstance, { hostDir, artifacts }: FileRoutesOptions): Promise<void> {
  const files = await loadStaticFiles(hostDir);

  app.get<{ Params: { '*': string } }>('/static/*', async (request, reply) => {
    const file = files.get(`/static/${request.params['*']}`);
    if (!file) throw new HttpError('not-found');
    return sendFile(request, reply.header('cache-control', immutable), file);
  });

  for (const [address, file] of files) {
    if (address.startsWith('/static/')) continue;
    app.get(address, (request, reply) => sendFile(request, reply.header('cache-control', 'no-cache'), file));
  }

  app.get<{ Params: ArtifactParams }>('/remotes/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const artifact = artifacts.artifact(name, version, file);
    if (!artifact) throw new HttpError('not-found');
    // Published, so it is or will be somewhere: nobody may remember that it is not here.
    return sendFile(request, reply.header('cache-control', immutable), artifact, 'busy');
  });
}
