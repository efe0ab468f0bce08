import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** A file to serve; `brotliPath` lies beside it when it was compressed at build. */
export interface StaticFile {
  path: string;
  brotliPath?: string | undefined;
  contentType: string;
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.map': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};

/**
 * The files of the built host by address, listed once: what is not in the list does not exist, whatever
 * the address says. The page itself is not among them.
 */
export async function loadStaticFiles(hostDir: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(hostDir, { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const all = new Set(found);
  const files = new Map<string, StaticFile>();
  for (const file of found) {
    const contentType = contentTypes[path.extname(file)];
    const address = `/${path.relative(hostDir, file).split(path.sep).join('/')}`;
    if (!contentType || address === '/index.html') continue;
    const brotli = `${file}.br`;
    files.set(address, { path: file, contentType, brotliPath: all.has(brotli) ? brotli : undefined });
  }
  return files;
}
