import type { Plays } from '@enfilade/shared-contracts/remote/play';

export const plays: Plays = [
  {
    name: 'a visitor chooses the first exhibition and is led on',
    steps: [
      { sees: [{ role: 'heading', name: 'Discover Rich Museum Narratives' }] },
      { press: { role: 'button', name: 'Choose an exhibition' }, sees: [{ role: 'heading', name: 'Exhibitions' }] },
      {
        press: { role: 'button', name: '{{exhibition.name}}' },
        emits: [{ event: 'collection-chosen', payload: { exhibitionId: '{{exhibition.id}}' } }],
        shows: ['tailoring', 'visit', 'chat'],
      },
    ],
  },
  {
    name: 'the carousel goes on to the next exhibition and back',
    where: { hasSeveralExhibitions: true },
    steps: [
      { press: { role: 'button', name: 'Choose an exhibition' }, sees: [{ role: 'button', name: '{{exhibition.name}}' }] },
      { press: { role: 'button', name: 'Next exhibition' }, sees: [{ role: 'button', name: 'Previous exhibition' }] },
      { press: { role: 'button', name: 'Previous exhibition' }, sees: [{ role: 'button', name: '{{exhibition.name}}' }] },
    ],
  },
  {
    name: 'who comes back goes on where the visit was left',
    visitor: { hasExhibition: true, answers: 'all' },
    steps: [{ press: { role: 'button', name: 'Continue: {{exhibition.name}}', begins: true }, shows: ['visit', 'chat'] }],
  },
];
