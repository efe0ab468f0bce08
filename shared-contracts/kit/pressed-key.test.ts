import { expect, it, onTestFinished } from '@rstest/core';
import { onEscape, pressedKey } from './pressed-key.ts';

const press = (init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, ...init }));

it.each([
  ['Enter', {}, 'Enter'],
  ['the Enter that confirms a word', { isComposing: true }, ''],
  ['the Enter that confirms a word in WebKit', { keyCode: 229 }, ''],
])('pressedKey() of %s', (_, init, key) => {
  expect(pressedKey({ key: 'Enter', isComposing: false, keyCode: 13, ...init } as KeyboardEvent)).toBe(key);
});

it('Escape is handled once: by the microphone, a tip, a panel or the guide, in this order', () => {
  const done: string[] = [];
  const takes = { guide: true, panel: true, tip: true, microphone: true };
  for (const place of ['guide', 'panel', 'tip', 'microphone'] as const) {
    const end = onEscape(place, () => {
      if (takes[place]) done.push(place);
      return takes[place];
    });
    onTestFinished(end);
  }
  press();
  takes.microphone = false;
  press();
  takes.tip = false;
  press();
  takes.panel = false;
  press();
  press({ isComposing: true });
  expect(done).toEqual(['microphone', 'tip', 'panel', 'guide']);
});

it('Escape in an open dialog reaches no handler behind the dialog', () => {
  const done: string[] = [];
  for (const place of ['guide', 'panel'] as const) onTestFinished(onEscape(place, () => done.push(place)));
  const dialog = document.createElement('dialog');
  document.body.append(dialog);
  onTestFinished(() => dialog.remove());
  dialog.showModal();
  press();
  expect(done).toEqual([]);
  dialog.close();
  press();
  expect(done).toEqual(['panel']);
});
