import { expect, it } from '@rstest/core';
import { hasSoundMark, id3TagOf } from './sound-mark.ts';

const mark = { model: 'kokoro', isTrained: true, madeAt: Date.parse('2026-01-01T10:00:00Z') };
const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

function readTag(bytes: Buffer): string[] {
  const sizeAt = (at: number) => [...bytes.subarray(at, at + 4)].reduce((size, byte) => size * 128 + byte, 0);
  const end = 10 + sizeAt(6);
  const frames: string[] = [];
  for (let at = 10; at < end; ) {
    const size = sizeAt(at + 4);
    frames.push(`${bytes.toString('latin1', at, at + 4)} ${bytes.toString('utf8', at + 11, at + 10 + size).replace('\0', '=')}`);
    at += 10 + size;
  }
  return frames;
}

it('id3TagOf() writes the mark as standard ID3v2.4 frames', () => {
  expect(readTag(Buffer.from(id3TagOf(mark)))).toEqual([
    'TXXX Generated=speech',
    'TXXX DigitalSourceType=http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    'TXXX Model=kokoro',
    'TDEN 2026-01-01T10:00:00',
  ]);
  expect(latin(id3TagOf({ ...mark, isTrained: false }))).toContain('digitalsourcetype/algorithmicMedia');
});

it('hasSoundMark() finds the mark, and no mark in a sound without a tag', () => {
  expect([id3TagOf(mark), new Uint8Array([0xff, 0xf3, 0x40])].map(hasSoundMark)).toEqual([true, false]);
});
