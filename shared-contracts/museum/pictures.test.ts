import { expect, it } from '@rstest/core';
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

it.each([
  ['that of the paragraphs the answer is taken from', [{ document: 'salon', paragraphs: [3] }], 'ceiling'],
  ['that of another paragraph of the document', [{ document: 'salon', paragraphs: [6] }], 'mirror'],
  ['that of a whole document', [{ document: 'strip', paragraphs: [1] }], 'ceiling'],
  ['that of a whole document whose paragraphs are not known', [{ document: 'strip' }], 'ceiling'],
  ['of two the one that belongs to less', [{ document: 'salon', paragraphs: [4, 6] }], 'mirror'],
  [
    'that of most paragraphs',
    [
      { document: 'salon', paragraphs: [6, 2] },
      { document: 'strip', paragraphs: [1] },
    ],
    'ceiling',
  ],
  ['none where the paragraphs have none', [{ document: 'salon', paragraphs: [1] }], undefined],
  ['none where the paragraphs are not known', [{ document: 'salon' }], undefined],
  ['none without a source', [], undefined],
])('the picture beside an answer is %s', (_, sources, name) => expect(pictureOf({ pictures }, sources)?.name).toBe(name));

it('the picture beside an answer is none in a museum without pictures', () => {
  expect(pictureOf({}, [{ document: 'salon', paragraphs: [2] }])).toBeUndefined();
});
