import { expect, it } from '@rstest/core';
import { findMediaProblem, mediaTypeOf } from './media-files.ts';

const heads: Record<string, string> = {
  png: '\x89PNG\r\n\x1a\n',
  jpg: '\xff\xd8\xff\xe0',
  webp: 'RIFF\0\0\0\0WEBP',
  avif: '\0\0\0\x20ftypavif',
  mp3: 'ID3\x04',
  m4a: '\0\0\0\x20ftypM4A ',
  ogg: 'OggS',
  mp4: '\0\0\0\x20ftypisom',
  webm: '\x1aE\xdf\xa3',
};
/** Their first bytes are alike. */
const boxes = ['avif', 'm4a', 'mp4'];

it('the first bytes of a museum’s own picture or recording must match the type of its name', () => {
  for (const [name, head] of Object.entries({ ...heads, html: '<html>' }))
    for (const other of Object.keys(heads)) {
      const type = mediaTypeOf(`/media/museums/house/a.${other}`) ?? '';
      const fits = other === name || (other !== 'avif' && boxes.includes(name) && boxes.includes(other));
      expect([name, other, findMediaProblem(type, Buffer.from(head, 'latin1'))]).toEqual([
        name,
        other,
        fits ? undefined : `holds no ${type}`,
      ]);
    }
});

it.each(['/media/museums/house/a.exe', '/media/museums/../a.mp3', 'https://example.org/media/museums/house/a.mp3'])(
  'a museum’s own folder does not have %s',
  (address) => expect(mediaTypeOf(address)).toBeUndefined(),
);
