import { expect, museums, screenOf, test } from '../test-kit/test.ts';

const question = 'Why is the ceiling so dark?';

// The answer's first bytes are an event that names the source; the text follows. These cut before, in and after both.
for (const bytes of [0, 40, 160, 260, 420]) {
  test(`an answer cut after ${bytes} bytes keeps what came, says so, and Retry brings the whole`, async ({ page, faults }) => {
    await page.goto(`/?museum=${museums.textChat}`);
    const chat = screenOf(page, 'chat');
    const field = chat.getByRole('textbox');
    await expect(field).toBeVisible();
    faults.break(/^\/api\/chat$/, { kind: 'cut', bytes });
    await field.fill('What can I ask you here?');
    await field.press('Enter');
    const again = chat.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(chat.getByText('What can I ask you here?')).toBeVisible();
    await field.fill(question);

    faults.heal();
    await again.click();
    await expect(again).toBeHidden();
    await expect(chat.getByText('What can I ask you here?')).toHaveCount(1);
    await expect(field, 'what was typed meanwhile is still there').toHaveValue(question);
  });
}

test('an answer that never comes leaves the question and a way to ask again', async ({ page, faults }) => {
  await page.goto(`/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  faults.break(/^\/api\/chat$/, { kind: '500' });
  const field = chat.getByRole('textbox');
  await field.fill(question);
  await field.press('Enter');
  await expect(chat.getByText("Sorry, I'm having trouble responding right now. Please try again.")).toBeVisible();
  await expect(chat.getByText(question)).toBeVisible();
});
