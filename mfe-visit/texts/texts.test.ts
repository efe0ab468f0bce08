import { tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import { expect, it } from '@rstest/core';
import de from './de.json';
import en from './en.json';
import fr from './fr.json';

/** Limit for the display face at a phone's width; the longest of the demo guides' names is Vesper. */
const mostInLine = 30;

it.each(Object.entries({ en, de, fr }))('Each status of a call fits one line of a phone, so that nothing below moves: %s', (_, texts) => {
  const statuses = Object.entries(texts).filter(([key]) => key.startsWith('talk.word.') || key === 'thinking');
  const lines = statuses.map(([, text]) => text.replace('{{guide}}', 'Vesper').replace('{{count}}', '12'));
  expect(lines.filter(({ length }) => length > mostInLine)).toEqual([]);
});

it.each(Object.entries({ en, de, fr }))(
  'Each key of the tour has the words that it sends, which the guide understands as this step: %s',
  (language, texts) => {
    const words = tourWords[language as keyof typeof tourWords];
    for (const action of ['begin', 'yes', 'no', 'next', 'again', 'skip', 'stay', 'end'] as const)
      expect(texts[`tour.${action}`]).toBe(words[action][0]);
  },
);
