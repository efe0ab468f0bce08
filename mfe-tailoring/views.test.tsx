import { createI18n } from '@enfilade/shared-contracts/i18n/create-i18n';
import { tellStates } from '@enfilade/shared-contracts/remote/testing/tell-states';
import { afterEach, describe, expect, it, onTestFinished, rs } from '@rstest/core';
import { cleanup, render, screen, within } from '@testing-library/react';
import { AnswerTiles, type LabelledOption } from './answers/answers.tsx';
import { QuestionHeading, QuestionNumber } from './question-frame.tsx';
import { loadTexts } from './screen.tsx';
import { states } from './testing/states.tsx';
import { type VoiceRow, VoiceRows } from './voices/voice-question.tsx';

afterEach(cleanup);
const nothing = () => undefined;
const i18n = createI18n({ language: 'en' });
i18n.addResourceBundle('en', 'tailoring', (await loadTexts('en')).default);
const translate = i18n.getFixedT('en', 'tailoring');

it('tells those who do not see it what each view is, with all its words, and leads their keys through it', async () => {
  const told = await tellStates(() => states((key, values) => translate(key, values ?? {})));
  await expect(told).toMatchFileSnapshot('testing/states.aria.txt');
});

describe('the frame of a question', () => {
  it('the frame of a question moves the focus to a question when it opens and when it is another, not when its texts change', () => {
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

  it('the frame of a question hides the decorative number from screen readers', () => {
    const { container } = render(<QuestionNumber number={3} />);
    expect([container.textContent, container.firstElementChild?.getAttribute('aria-hidden')]).toEqual(['3', 'true']);
  });
});

describe('the options of a question', () => {
  const options: LabelledOption[] = [
    { id: 'a', label: 'Learn', note: 'Facts and dates', icon: undefined },
    { id: 'b', label: 'Relax' },
  ];
  const props = (chosen: string[], choices: string[] = []) => ({
    questionId: 'question',
    options,
    chosen,
    onChoose: (id: string) => void choices.push(id),
  });

  it('the options of a question are amounts with a large number; a text without a number is shown whole', () => {
    const amounts = [
      { id: '5', label: '5 minutes' },
      { id: 'all', label: 'All day' },
    ];
    render(<AnswerTiles {...props([])} options={amounts} />);
    const parts = screen.getAllByRole('button').map((button) => [...button.children].slice(0, 2).map((part) => part.textContent));
    expect(parts).toEqual([
      ['5', 'minutes'],
      ['', 'All day'],
    ]);
    expect(screen.getByRole('button', { name: '5 minutes' })).toBeTruthy();
  });
});

describe('the voices', () => {
  const voice = (id: string, more: Partial<VoiceRow> = {}): VoiceRow => ({
    id,
    name: id,
    note: 'Warm',
    isPlaying: false,
    hasFailed: false,
    action: { icon: 'play', label: `Listen to ${id}` },
    ...more,
  });

  it('the voices have a status in place of the note, and announce a failure alone', () => {
    const voices = [
      voice('Clara', { status: 'Playing', isPlaying: true }),
      voice('Edmund', { status: 'Did not load', hasFailed: true }),
      voice('Jane'),
    ];
    render(<VoiceRows questionId="question" voices={voices} chosenId="Jane" onChoose={nothing} onListen={nothing} />);
    const rows = within(screen.getByRole('list')).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['Clara Playing', 'Edmund Did not load', 'Jane Warm']);
    expect(rows.map((row) => row.querySelector('small svg') !== null)).toEqual([true, false, false]);
    expect(screen.getByRole('status').textContent).toBe('Did not load');
  });
});
