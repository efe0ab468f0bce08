import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyScreen } from '../test-kit/release.ts';
import { startProgram } from '../test-kit/start-program.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

/** Resolves with the local address. */
async function startDev(name: string, site: string, folder: string, ...more: string[]) {
  const { ready, output, end } = await startProgram({
    args: ['infra/tooling/scripts/dev.mjs', name, '--against', site, '--folder', folder, '--port', '0', ...more],
    env: process.env,
    ready: /inside \S+: (http:\/\/127\.0\.0\.1:\d+)\//,
  });
  return { origin: ready[1] ?? '', output, stop: () => end('SIGINT') };
}

test('the dev server runs a screen in a running site and shows edits without a reload', { tag: '@all' }, async ({ page, site, atEnd }) => {
  const copy = copyScreen('mfe-chat', []);
  const dev = await startDev('chat', site.origin, copy.folder);
  atEnd(copy.remove);
  atEnd(dev.stop);
  await page.goto(`${dev.origin}/?museum=${museums.textChat}`);
  const chat = screenOf(page, 'chat');
  const question = chat.getByRole('textbox', { name: 'Your question' });
  await expect(question).toBeVisible();
  const built = /chat (\S+) built in/.exec(dev.output())?.[1] ?? '';
  await expect(chat).toHaveAttribute('data-version', built);
  expect(await page.evaluate(() => document.getElementById('release-set')?.textContent)).toContain(`"${built}"`);

  await question.fill('What is half a');
  await page.evaluate(() => Object.assign(window, { wasHere: true }));
  const source = path.join(copy.folder, 'texts/en.json');
  const texts = readFileSync(source, 'utf8');
  writeFileSync(source, '{');
  await expect.poll(dev.output).toContain(`chat does not build; pages keep ${built}.`);
  await expect(chat).toHaveAttribute('data-version', built);

  writeFileSync(source, texts.replace('"Start a conversation"', '"Begin as you like"'));
  await expect(chat.getByText('Begin as you like')).toBeVisible();
  await expect(chat).not.toHaveAttribute('data-version', built);
  await expect(question).toHaveValue('What is half a');
  expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);
});

test('the dev server starts a visit at the screen, and an edit updates the screen in place', { tag: '@all' }, async ({
  page,
  site,
  atEnd,
}) => {
  const copy = copyScreen('mfe-visit', []);
  const start = ['--with-host', '--at', 'visit-writing', '--museum', museums.belmonte, '--language', 'de'];
  const dev = await startDev('visit', site.origin, copy.folder, ...start);
  atEnd(copy.remove);
  atEnd(dev.stop);
  await expect.poll(dev.output).toContain('Start at visit-writing — ');
  await page.goto(/Start at visit-writing — (\S+)/.exec(dev.output())?.[1] ?? '');
  const visit = screenOf(page, 'visit');
  const question = visit.getByRole('textbox', { name: 'Ihre Frage' });
  await expect(question).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/visit');

  await question.fill('Wer malte');
  const version = (await visit.getAttribute('data-version')) ?? '';
  const source = path.join(copy.folder, 'texts/de.json');
  writeFileSync(source, readFileSync(source, 'utf8').replace(/("composer.label": )"[^"]+"/, '$1"Was möchten Sie wissen?"'));
  await expect(visit.getByRole('textbox', { name: 'Was möchten Sie wissen?' })).toHaveValue('Wer malte');
  await expect(visit).toHaveAttribute('data-version', version);
});
