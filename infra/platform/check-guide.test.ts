import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, rs } from '@rstest/core';
import { runGuideCommand } from './check-guide.ts';
import { startScriptedModel } from './guide/language-model/testing/scripted-model.ts';

it('The command “guide” asks the language model of the settings and counts the answers of the built-in guide', async () => {
  const model = await startScriptedModel((_, response) => void response.writeHead(500).end());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'check-guide-'));
  const printed: string[] = [];
  const { argv } = process;
  process.argv = [...argv.slice(0, 2), 'check', '--museum', 'artist'];
  const write = rs.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(async () => {
    process.argv = argv;
    write.mockRestore();
    await model.close();
    await rm(dataDir, { recursive: true });
  });
  await runGuideCommand(() => ({
    ...{ contentDir: path.resolve(import.meta.dirname, '../demo'), dataDir },
    languageModel: { url: model.url, model: 'small', check: 'rules', firstSentenceMs: 3_000, passageTokens: 6_000, onAnswer: () => {} },
  }));
  expect(model.requests.length).toBeGreaterThan(0);
  expect(printed.join('')).toMatch(
    /asked: the language model small\n.*instead of the language model: \d+ × failed: ModelError: The service answered 500\n/,
  );
});
