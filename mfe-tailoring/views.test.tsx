import { translateIn } from '@enfilade/shared-contracts/i18n/testing/translate-in';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { expect, it, onTestFinished, rs } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { AnswerTiles } from './answers/answers.tsx';
import { QuestionHeading, QuestionNumber } from './question-frame.tsx';
import { loadTexts } from './screen.tsx';
import { states } from './testing/states.tsx';

const nothing = () => undefined;
const t = translateIn('en', (await loadTexts('en')).default);

it('A screen reader finds each view of the questionnaire with all its words, and keys reach each control', async () => {
  const told = await tellStates(() => states(t));
  await expect(told).toMatchFileSnapshot('testing/states.aria.txt');
});

it('The focus goes to a question’s heading when the question opens or changes, but not when its texts change', () => {
  const scrolled = rs.spyOn(globalThis, 'scrollTo').mockImplementation(nothing);
  onTestFinished(() => scrolled.mockRestore());
  const { rerender } = render(<QuestionHeading id="time" question="How long?" description="In minutes." terms={['One.', 'Two.']} />);
  const heading = () => screen.getByRole('heading', { level: 1 });
  expect(document.activeElement).toBe(heading());
  expect(document.getElementById(heading().getAttribute('aria-describedby') ?? '')?.textContent).toBe('In minutes.One.Two.');
  heading().blur();
  rerender(<QuestionHeading id="time" question="Wie lange?" />);
  expect([document.activeElement, heading().hasAttribute('aria-describedby')]).toEqual([document.body, false]);
  rerender(<QuestionHeading id="goals" question="Wozu?" />);
  expect([document.activeElement, scrolled.mock.calls.length]).toEqual([heading(), 2]);
});

it('The decorative number of a question is hidden from screen readers', () => {
  const { container } = render(<QuestionNumber number={3} />);
  expect([container.textContent, container.firstElementChild?.getAttribute('aria-hidden')]).toEqual(['3', 'true']);
});

it('An amount is shown with a large number, and a text without a number unchanged', () => {
  const amounts = [
    { id: '5', label: '5 minutes' },
    { id: 'all', label: 'All day' },
  ];
  render(<AnswerTiles questionId="question" options={amounts} chosen={[]} onChoose={nothing} />);
  const parts = screen.getAllByRole('button').map((button) =>
    [...button.children]
      .slice(0, 2)
      .map((part) => part.textContent)
      .join('|'),
  );
  expect(parts).toEqual(['5|minutes', '|All day']);
  expect(screen.getByRole('button', { name: '5 minutes' })).toBeTruthy();
});
