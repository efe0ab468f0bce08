import { open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeText } from '@enfilade/shared-contracts/kit/decode-text';
import { type EntityId, entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { findPictureProblem } from '@enfilade/shared-contracts/museum/picture-files';
import { ownPictureType, pictureTypes } from '@enfilade/shared-contracts/museum/pictures';
import { type Scene, sceneSchema } from '@enfilade/shared-contracts/museum/profile';
import { isRecordingOf, ownRecordingType } from '@enfilade/shared-contracts/museum/recordings';
import { houseTheme, type Theme, type ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type EncodedText, encodeText, sendTagged } from '../../http/encoded-text.ts';
import { HttpError } from '../../http/http-error.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { fillScene } from './fill-scene.ts';
import { type StaticFile, sendAudio, sendFile } from './send-file.ts';

export interface MediaRoutesOptions {
  contentDir: string;
  /** Its scenes are served where `contentDir` has none of that name. */
  demoContentDir: string;
  museums: MuseumDirectory;
}

const sceneParamsSchema = z.object({
  museumId: entityIdSchema,
  scene: sceneSchema,
  file: z.enum(['positive.svg', 'negative.svg']),
});

const voiceParamsSchema = z.object({ file: z.string().regex(/^(?:en|de|fr)-p?[1-9]\.mp3$/) });
const introductionParamsSchema = z.object({ file: z.string().regex(/^[a-z0-9-]{1,64}-(?:en|de|fr)\.mp3$/) });

const cacheBytes = 16 * 1024 * 1024;

/** A drawing is never more than a drawing, even opened by itself. */
const asPicture = (reply: FastifyReply) =>
  reply
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('cache-control', 'public, max-age=86400');

/** Museums' own pictures, sound and video, the voices' samples, recorded introductions, and scenes in a museum's colours. */
export async function registerMediaRoutes(
  app: FastifyInstance,
  { contentDir, demoContentDir, museums }: MediaRoutesOptions,
): Promise<void> {
  const pictures = await listOwnFiles(contentDir, ownPictureType, (type, bytes) => findPictureProblem(type, bytes) === undefined);
  const recordings = await listOwnFiles(contentDir, ownRecordingType, isRecordingOf);
  const filled = new LRUCache<string, EncodedText>({
    maxSize: cacheBytes,
    sizeCalculation: ({ plain, br, gzip }) => plain.length + br.length + gzip.length,
  });

  const readScene = (scene: Scene) => {
    const read = async (folder: string) => decodeText(await readFile(path.join(folder, 'scenes', `${scene}.svg`)));
    return read(contentDir)
      .catch(() => read(demoContentDir))
      .catch((cause: unknown) => {
        throw new HttpError('not-found', { cause });
      });
  };

  const loadPicture = async (scene: Scene, theme: Theme, mode: ThemeMode) => {
    const key = JSON.stringify([scene, mode, theme]);
    const cached = filled.get(key);
    if (cached) return cached;
    const picture = await encodeText(Buffer.from(fillScene(await readScene(scene), theme, mode)));
    filled.set(key, picture);
    return picture;
  };

  app.get<{ Params: { folder: string; file: string } }>('/media/museums/:folder/:file', async (request, reply) => {
    const address = `/media/museums/${request.params.folder}/${request.params.file}`;
    const recording = recordings.get(address);
    if (recording) return sendAudio(request, reply, { ...recording, missing: 'not-found' });
    const picture = pictures.get(address);
    if (!picture) throw new HttpError('not-found');
    return sendFile(request, asPicture(reply), picture);
  });

  app.get('/media/voices/:file', (request, reply) => {
    const params = voiceParamsSchema.safeParse(request.params);
    if (!params.success) throw new HttpError('voice-not-found');
    return sendAudio(request, reply, { path: path.join(contentDir, 'voices', params.data.file), missing: 'voice-not-found' });
  });

  app.get('/media/introductions/:file', (request, reply) => {
    const params = introductionParamsSchema.safeParse(request.params);
    if (!params.success) throw new HttpError('not-found');
    return sendAudio(request, reply, { path: path.join(contentDir, 'introductions', params.data.file), missing: 'not-found' });
  });

  app.get('/media/scenes/:museumId/:scene/:file', async (request, reply) => {
    const params = sceneParamsSchema.safeParse(request.params);
    if (!params.success) throw new HttpError('not-found');
    const { museumId, scene, file } = params.data;
    const theme = await themeOf(museums, museumId);
    const picture = await loadPicture(scene, theme ?? houseTheme, file === 'positive.svg' ? 'positive' : 'negative');
    asPicture(reply).type('image/svg+xml');
    if (!theme) reply.header('cache-control', 'no-store');
    return sendTagged(request, reply, picture);
  });
}

/** Museums' own files of a kind by address, listed once. What only its name calls one is none. */
async function listOwnFiles(
  contentDir: string,
  typeOf: (address: string) => string | undefined,
  isOf: (type: string, bytes: Uint8Array) => boolean,
): Promise<Map<string, Pick<StaticFile, 'path' | 'contentType'>>> {
  const root = path.join(contentDir, 'museums');
  const list = (folder: string) => readdir(folder).catch(() => []);
  const files = new Map<string, Pick<StaticFile, 'path' | 'contentType'>>();
  for (const folder of await list(root)) {
    for (const name of await list(path.join(root, folder))) {
      const address = `/media/museums/${folder}/${name}`;
      const contentType = typeOf(address);
      const file = path.join(root, folder, name);
      const read = contentType === pictureTypes['svg'] ? readFile : readHead;
      const bytes = contentType && (await read(file).catch(() => undefined));
      if (bytes && isOf(contentType, bytes)) files.set(address, { path: file, contentType });
    }
  }
  return files;
}

const headBytes = 1024;

async function readHead(file: string): Promise<Uint8Array> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(new Uint8Array(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

/** Undefined while the museum cannot be asked; it is shown in the house's colours then, and not cached. */
async function themeOf(museums: MuseumDirectory, museumId: EntityId): Promise<Theme | undefined> {
  try {
    return (await museums.loadMuseum(museumId)).theme;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'museum-not-found') throw error;
    return undefined;
  }
}
