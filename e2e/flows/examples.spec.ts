import { statSync } from 'node:fs';
import path from 'node:path';
import { findFaults } from '../test-kit/page-faults.ts';
import { makeDataDir, removeDataDir, startWithExamples } from '../test-kit/start-examples.ts';
import { expect, museums, screenOf, test } from '../test-kit/test.ts';

// Each start builds the examples of this checkout.
test.describe.configure({ mode: 'default' });

const manifest = path.resolve(import.meta.dirname, '../../examples/whats-on/dist/mf-manifest.json');

test('npm start builds and pins an example screen at a museum, and a second start builds nothing', { tag: '@all' }, async ({ atEnd }) => {
  const dataDir = makeDataDir();
  atEnd(() => removeDataDir(dataDir));
  const first = await startWithExamples(dataDir);
  await expect.poll(first.output, { timeout: 0 }).toMatch(/Operators — [\s\S]*Halden Gallery now runs whatson 0\.1\.0-dev\.\w+/);
  const version = await first.runs('whatson');
  await first.end('SIGTERM');

  const builtAt = statSync(manifest).mtimeMs;
  const second = await startWithExamples(dataDir);
  await second.pinBoth();
  expect([await second.runs('whatson'), statSync(manifest).mtimeMs]).toEqual([version, builtAt]);
  await second.end('SIGTERM');
  expect(second.output()).not.toContain('now runs');
});

test('stock screens run with and without the page’s React, in each language and theme', { tag: '@all' }, async ({ page, atEnd }) => {
  const dataDir = makeDataDir();
  const site = await startWithExamples(dataDir);
  atEnd(() => removeDataDir(dataDir));
  atEnd(() => site.end('SIGTERM'));
  await site.pinBoth();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.origin}/?museum=${museums.gallery}`);
  const landing = screenOf(page, 'landing');
  await landing.getByRole('button', { name: /^What’s on today/ }).click();
  const whatson = screenOf(page, 'whatson');
  await expect(whatson.getByRole('heading', { level: 1, name: 'What’s on today' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/whats-on');
  await whatson.getByRole('button', { name: 'Details' }).first().click();
  await expect(whatson.getByText('Where we meet')).toBeVisible();
  expect(await findFaults((script) => page.evaluate(script))).toEqual([]);

  await whatson.getByRole('combobox').selectOption('de');
  await expect(whatson.getByRole('heading', { level: 1, name: 'Heute im Haus' })).toBeVisible();
  await expect(whatson.getByText('Treffpunkt')).toBeVisible();
  await whatson.getByRole('button', { name: 'Anzeige und Ton' }).click();
  await page.getByRole('radio', { name: 'Dunkel' }).check();
  await page.keyboard.press('Escape');
  expect(await findFaults((script) => page.evaluate(script))).toEqual([]);

  await whatson.getByRole('button', { name: 'Zu den Ausstellungen' }).click();
  await landing.getByRole('button', { name: /^Öffnungszeiten/ }).click();
  const hours = screenOf(page, 'hours');
  await expect(hours.getByRole('heading', { level: 1, name: 'Öffnungszeiten' })).toBeVisible();
  await expect(hours.getByRole('row')).toHaveCount(7);
  expect(await findFaults((script) => page.evaluate(script))).toEqual([]);
  await hours.getByRole('combobox').selectOption('fr');
  await expect(hours.getByRole('heading', { level: 1, name: 'Horaires' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await whatson.getByRole('button', { name: 'Interroger le guide' }).first().click();
  await expect(screenOf(page, 'tailoring')).toBeVisible();
});
