import { describe, expect, it } from '@rstest/core';
import { pictureOf } from './pictures.ts';
import type { WorkPicture } from './profile.ts';

const picture = (name: string, passages: WorkPicture['passages']): WorkPicture => ({
  url: `/media/museums/house/${name}.svg`,
  name,
  alternative: name,
  passages,
});
const pictures = [
  picture('ceiling', [{ document: 'salon', paragraphs: [2, 3, 4] }, { document: 'strip' }]),
  picture('mirror', [{ document: 'salon', paragraphs: [6] }]),
];
const nameOf = (...sources: Parameters<typeof pictureOf>[1]) => pictureOf({ pictures }, sources)?.name;

describe('the picture beside an answer', () => {
  it('the picture beside an answer is that of the paragraphs the answer is taken from', () => {
    expect(nameOf({ document: 'salon', paragraphs: [3] })).toBe('ceiling');
    expect(nameOf({ document: 'salon', paragraphs: [6] })).toBe('mirror');
    expect(nameOf({ document: 'strip', paragraphs: [1] })).toBe('ceiling');
  });

  it('the picture beside an answer is that of most of them, and of equals the one that belongs to less', () => {
    expect(nameOf({ document: 'salon', paragraphs: [4, 6] })).toBe('mirror');
    expect(nameOf({ document: 'salon', paragraphs: [6, 2] }, { document: 'strip', paragraphs: [1] })).toBe('ceiling');
  });

  it('the picture beside an answer is none where the paragraphs have none, or are not known', () => {
    expect(nameOf({ document: 'salon', paragraphs: [1] })).toBeUndefined();
    expect(nameOf({ document: 'salon' })).toBeUndefined();
    expect(nameOf({ document: 'strip' })).toBe('ceiling');
    expect(nameOf()).toBeUndefined();
    expect(pictureOf({}, [{ document: 'salon', paragraphs: [2] }])).toBeUndefined();
  });
});
