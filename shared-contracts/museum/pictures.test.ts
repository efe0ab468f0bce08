import { expect, it } from '@rstest/core';
import { pictureOf } from './pictures.ts';
import type { WorkPicture } from './profile.ts';

const picture = (name: string, ...passages: WorkPicture['passages']): WorkPicture => ({ url: name, name, alternative: name, passages });
const salon = (...paragraphs: number[]) => ({ document: 'salon', paragraphs });
const [strip, firstOfStrip] = [{ document: 'strip' }, { document: 'strip', paragraphs: [1] }];
const pictures = [picture('ceiling', salon(2, 3, 4), strip), picture('mirror', salon(6))];

it.each([
  ['the picture of the quoted paragraphs', [salon(3)], 'ceiling'],
  ['the picture of another paragraph in the document', [salon(6)], 'mirror'],
  ['the picture of a whole document', [firstOfStrip], 'ceiling'],
  ['the picture of a whole document without known paragraphs', [strip], 'ceiling'],
  ['the picture with fewer passages if two match equally', [salon(4, 6)], 'mirror'],
  ['the picture of the most quoted paragraphs', [salon(6, 2), firstOfStrip], 'ceiling'],
  ['none for paragraphs without a picture', [salon(1)], undefined],
  ['none if the quoted paragraphs are unknown', [{ document: 'salon' }], undefined],
  ['none without a source', [], undefined],
  ['none if the museum has no pictures', [salon(2)], undefined, {}],
])('the picture beside an answer is %s', (_, sources, name, museum = { pictures }) => expect(pictureOf(museum, sources)?.name).toBe(name));
