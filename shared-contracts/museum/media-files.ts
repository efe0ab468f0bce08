export const svgType = 'image/svg+xml';
const jpeg = { type: 'image/jpeg', head: '\xff\xd8\xff' };
/** By extension. A file's first bytes must match `head`. SVG and text files are read as a whole. */
const kinds: Readonly<Record<string, { type: string; head: string | RegExp }>> = {
  svg: { type: svgType, head: '' },
  png: { type: 'image/png', head: '\x89PNG\r\n\x1a\n' },
  jpg: jpeg,
  jpeg,
  webp: { type: 'image/webp', head: /^RIFF.{4}WEBP/s },
  // The box's size is followed by `ftyp`, the main brand and the compatible brands.
  avif: { type: 'image/avif', head: /^.{4}ftyp(?:.{4}){0,8}?avi[fs]/s },
  mp3: { type: 'audio/mpeg', head: /^(?:ID3|\xff[\xe0-\xff])/ },
  m4a: { type: 'audio/mp4', head: /^.{4}ftyp/s },
  ogg: { type: 'audio/ogg', head: 'OggS' },
  mp4: { type: 'video/mp4', head: /^.{4}ftyp/s },
  webm: { type: 'video/webm', head: '\x1a\x45\xdf\xa3' },
  vtt: { type: 'text/vtt; charset=utf-8', head: '' },
};

/** Extension → type. */
export const pictureTypes = Object.entries(kinds).flatMap(([ending, { type }]) =>
  type.startsWith('image/') ? [[ending, type] as const] : [],
);

const ownFile = new RegExp(`^/media/museums/[a-z0-9-]{1,64}/[A-Za-z0-9][\\w.-]{0,99}\\.(${Object.keys(kinds).join('|')})$`);

/** Only for files of a museum's own folder. */
export const mediaTypeOf = (address: string): string | undefined => kinds[ownFile.exec(address)?.[1] ?? '']?.type;

/**
 * Why browsers would not show or play a file as the type of its name, in words that follow the name.
 * @param bytes the first 64 or more
 */
export function findMediaProblem(type: string, bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const isOfType = ({ head }: { head: string | RegExp }) => (typeof head === 'string' ? start.startsWith(head) : head.test(start));
  return Object.values(kinds).some((kind) => kind.type === type && isOfType(kind)) ? undefined : `holds no ${type}`;
}
