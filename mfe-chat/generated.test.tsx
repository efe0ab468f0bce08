import { marksOf } from '@enfilade/shared-contracts/conversation/testing/marks-of';
import { afterEach, expect, it } from '@rstest/core';
import { cleanup, screen } from '@testing-library/react';
import { renderScreen } from './testing/render-screen.tsx';

afterEach(cleanup);

it('The chat marks generated text everywhere, and no other text', async () => {
  const { guide, user, pass } = await renderScreen();
  await user.type(screen.getByRole('textbox'), 'Why so dark?{Enter}');
  const turn = guide.sent.at(-1)?.turn ?? 0;
  const text = 'Candlesmoke lies on it.';
  guide.tell({ type: 'text', turn, speaker: 'guide', text: `**${text}**`, isMarkdown: true, generated: { kind: 'model', model: 'llama' } });
  guide.finishes();
  pass();
  expect(marksOf('Candlesmoke')).toEqual(['model llama', 'model llama']);
  expect(screen.getAllByRole('status').at(-1)?.textContent).toBe(text);
  expect(marksOf('Why so dark?')).toEqual([undefined]);
});
