import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { formatOklch, isShown, mixOklch, type Oklch, parseOklch } from '@enfilade/shared-contracts/kit/colour';
import { decodeText } from '@enfilade/shared-contracts/kit/decode-text';
import { type EntityId, entityIdSchema } from '@enfilade/shared-contracts/museum/id';
import { mediaTypeOf } from '@enfilade/shared-contracts/museum/media-files';
import { type Scene, sceneSchema } from '@enfilade/shared-contracts/museum/profile';
import { houseTheme, type Theme, type ThemeMode } from '@enfilade/shared-contracts/museum/theme';
import { themeTokens } from '@enfilade/shared-contracts/museum/theme-tokens';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type EncodedText, encodeText, sendTagged } from '../../http/encoded-text.ts';
import { HttpError } from '../../http/exchange.ts';
import type { MuseumDirectory } from '../museums/museum-directory.ts';
import { sendAudio, sendFile } from './send-file.ts';

interface MediaRoutesOptions {
  contentDir: string;
  /** Its scenes are served if `contentDir` lacks the name. */
  demoContentDir: string;
  museums: MuseumDirectory;
}

const sceneParamsSchema = z.object({
  museumId: entityIdSchema,
  scene: sceneSchema,
  file: z.enum(['positive.svg', 'negative.svg']),
});

const recorded = [
  ['voices', /^(?:en|de|fr)-p?[1-9]\.mp3$/, 'voice-not-found'],
  ['introductions', /^[a-z0-9-]{1,64}-(?:en|de|fr)\.mp3$/, 'not-found'],
] as const;

const cacheBytes = 16 * 1024 * 1024;

/** An SVG opened as a page must not run scripts. */
const asPicture = (reply: FastifyReply) =>
  reply
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('cache-control', 'public, max-age=86400');

export function registerMediaRoutes(app: FastifyInstance, { contentDir, demoContentDir, museums }: MediaRoutesOptions): void {
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
    const { folder, file } = request.params;
    const address = `/media/museums/${folder}/${file}`;
    // No address of these types leads out of the museums' folders.
    const contentType = mediaTypeOf(address);
    if (!contentType) throw new HttpError('not-found');
    const place = path.join(contentDir, 'museums', folder, file);
    if (contentType.startsWith('image/')) return sendFile(request, asPicture(reply), { path: place, contentType });
    return sendAudio(request, reply, { path: place, contentType, missing: 'not-found' });
  });

  for (const [folder, names, missing] of recorded)
    app.get<{ Params: { file: string } }>(`/media/${folder}/:file`, (request, reply) => {
      const { file } = request.params;
      if (!names.test(file)) throw new HttpError(missing);
      return sendAudio(request, reply, { path: path.join(contentDir, folder, file), missing });
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

async function themeOf(museums: MuseumDirectory, museumId: EntityId): Promise<Theme | undefined> {
  try {
    return (await museums.loadMuseum(museumId)).theme;
  } catch (error) {
    if (error instanceof HttpError && error.code === 'museum-not-found') throw error;
    return undefined;
  }
}

/** A material's colour by shade: 0 in full light, 1 in the deepest shadow. */
type Material = (shade: number) => Oklch;
type MaterialName = 'stone' | 'cloth' | 'wood' | 'gold' | 'ink' | 'glow';

const lerp = (from: number, to: number, share: number) => from + (to - from) * share;
const withChroma = (colour: Oklch, chroma: number): Oklch => ({ ...colour, chroma });
const limitChroma = (colour: Oklch, most: number) => withChroma(colour, Math.min(colour.chroma, most));

/** As on a lit surface, chroma is highest in the middle tones and falls towards light and shadow. */
function ramp(from: Oklch, to: Oklch, strength: number, lightness: (shade: number) => number): Material {
  return (shade) => {
    const { chroma, hue } = mixOklch(from, to, Math.min(1, shade * 1.15));
    const fullness = Math.sin(Math.PI * Math.min(1, 0.1 + shade * 0.78)) ** 0.8;
    return { lightness: lightness(shade), chroma: chroma * strength * lerp(0.35, 1, fullness), hue };
  };
}

function createMaterials(theme: Theme, mode: ThemeMode): Record<MaterialName, Material> {
  const tokens = themeTokens(theme, mode);
  const colour = (token: string) => parseOklch(tokens[token] ?? '');
  const [primary, accent, secondary] = [colour('--primary'), colour('--accent'), colour('--secondary')];
  const [ground, text] = [colour('--bg'), colour('--text')];
  const isDark = mode === 'negative';
  const level = isDark ? (shade: number) => 0.62 - 0.5 * shade ** 0.6 : (shade: number) => 0.982 - 0.72 * shade;
  const strength = isDark ? 0.72 : 1;
  const soft = limitChroma(primary, 0.07);
  const wall = isDark ? withChroma(mixOklch(secondary, accent, 0.4), 0.042) : withChroma(secondary, Math.max(secondary.chroma, 0.012));
  const lamp = mixOklch(ground, accent, 0.3);
  const lampHue = lamp.chroma < 0.012 ? secondary.hue : ground.hue;
  return {
    stone: ramp(wall, withChroma(soft, soft.chroma * 0.55), strength, level),
    cloth: ramp(withChroma(primary, primary.chroma * 0.8), primary, strength, isDark ? level : (shade) => 0.84 - 0.58 * shade),
    wood: ramp(limitChroma(accent, 0.11), mixOklch(limitChroma(accent, 0.1), soft, 0.45), strength * 0.85, level),
    gold: isDark ? ramp(accent, accent, strength * 1.1, (shade) => level(shade * 0.75) + 0.08) : ramp(accent, accent, strength, level),
    ink: (shade) => ({ lightness: level(shade), chroma: text.chroma * 0.9, hue: text.hue }),
    glow: isDark
      ? (shade) => ({ lightness: lerp(0.86, 0.5, shade), chroma: lerp(0.075, 0.09, shade), hue: accent.hue })
      : (shade) => ({ lightness: lerp(0.995, 0.95, shade), chroma: lerp(0.008, Math.min(lamp.chroma, 0.035), shade), hue: lampHue }),
  };
}

/** The scenes' tones were chosen with chroma that falls by 6 % until a screen shows it: `formatOklch` alone would change them. */
function formatTone(tone: Oklch): string {
  let shown = tone;
  while (!isShown(shown) && shown.chroma > 0.002) shown = withChroma(shown, shown.chroma * 0.94);
  return formatOklch(shown);
}

/** `{wood 0.4}` becomes a colour by material and shade; `{light|dark}` becomes the part for the mode. */
export function fillScene(template: string, theme: Theme, mode: ThemeMode): string {
  const materials = createMaterials(theme, mode);
  return template.replaceAll('\n', '').replace(/\{([^{}|]+)(?:\|([^{}]+))?\}/g, (_, light: string, dark = light) => {
    const value: string = mode === 'negative' ? dark : light;
    const [, name, shade] = /^(stone|cloth|wood|gold|ink|glow) ([\d.]+)$/.exec(value) ?? [];
    return name === undefined ? value : formatTone(materials[name as MaterialName](Number(shade)));
  });
}
