import path from 'node:path';

/** Everything a build may hold for visitors. */
const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
};
const texts = new Set(['.js', '.css', '.svg']);

/** The type a file is served with, undefined for one no visitor could be served. */
export function contentTypeOf(file: string): string | undefined {
  return contentTypes[path.extname(file)];
}

/** Whether a Brotli sibling is made of the file: pictures, sounds and fonts are compressed already. */
export function isCompressible(file: string): boolean {
  return texts.has(path.extname(file));
}
