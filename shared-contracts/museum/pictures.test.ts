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
  ['the picture of the quoted paragraphs', [{ document: 'salon', paragraphs: [3] }], 'ceiling'],
  ['the picture of another paragraph in the document', [{ document: 'salon', paragraphs: [6] }], 'mirror'],
  ['that of a whole document', [{ document: 'strip', paragraphs: [1] }], 'ceiling'],
  ['the picture of a whole document without known paragraphs', [{ document: 'strip' }], 'ceiling'],
  ['the picture with fewer passages if two match equally', [{ document: 'salon', paragraphs: [4, 6] }], 'mirror'],
  [
    'the picture of the most quoted paragraphs',
    [
      { document: 'salon', paragraphs: [6, 2] },
      { document: 'strip', paragraphs: [1] },
    ],
    'ceiling',
  ],
  ['none for paragraphs without a picture', [{ document: 'salon', paragraphs: [1] }], undefined],
  ['none if the quoted paragraphs are unknown', [{ document: 'salon' }], undefined],
  ['none without a source', [], undefined],
])('the picture beside an answer is %s', (_, sources, name) => expect(pictureOf({ pictures }, sources)?.name).toBe(name));

it('the picture beside an answer is none if the museum has no pictures', () => {
  expect(pictureOf({}, [{ document: 'salon', paragraphs: [2] }])).toBeUndefined();
});
