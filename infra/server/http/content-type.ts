import path from 'node:path';
import { pictureTypes } from '@enfilade/shared-contracts/museum/pictures';

/** By the ends of names; a Map, because a name may end in `.constructor`. */
const contentTypes = new Map([
  ...Object.entries(pictureTypes),
  ['js', 'text/javascript; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['webmanifest', 'application/manifest+json'],
  ['ico', 'image/x-icon'],
  ['woff2', 'font/woff2'],
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
]);

/** The type a file is served with, undefined for one no visitor could be served. */
export const contentTypeOf = (file: string) => contentTypes.get(path.extname(file).slice(1));

/** Everything a build of a remote may hold for visitors. */
export const isPublishable = (file: string) => /\.(?:js|css|svg|png|jpe?g|webp|avif|woff2|mp3)$/.test(file);

/** Whether a Brotli sibling is made of the file: pictures, sounds and fonts are compressed already. */
export const isCompressible = (file: string) => /\.(?:js|css|svg)$/.test(file);
