import { expect, it } from '@rstest/core';
import { isRecordingOf, ownRecordingType } from './recordings.ts';

it('a museum’s own recording is recognised by its name and its first bytes', () => {
  const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const heads = {
    'a.mp3': 'ID3\x04',
    'a.m4a': '\0\0\0\x20ftypM4A ',
    'a.ogg': 'OggS',
    'a.mp4': '\0\0\0\x20ftypisom',
    'a.webm': '\x1aE\xdf\xa3',
    'a.vtt': 'WEBVTT\n',
  };
  for (const [name, head] of Object.entries(heads)) {
    const type = ownRecordingType(`/media/museums/house/${name}`) ?? '';
    expect([name, isRecordingOf(type, bytes(head)), isRecordingOf(type, bytes('<html>'))]).toEqual([name, true, false]);
  }
  for (const address of ['/media/museums/house/a.exe', '/media/museums/../a.mp3', 'https://example.org/media/museums/house/a.mp3'])
    expect(ownRecordingType(address)).toBeUndefined();
});
