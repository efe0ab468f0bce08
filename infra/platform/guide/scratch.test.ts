import { readFileSync, writeFileSync } from 'node:fs';
import { it } from '@rstest/core';
import { ContentFolder } from '../../content/content-folder.ts';
import { ProblemList } from '../../content/content-error.ts';
import { loadKnowledge } from '../../content/load-knowledge.ts';
import { createGuide } from './guide.ts';
import { newGuideState } from './guide-state.ts';

it('scratch', async () => {
  const folder = new ContentFolder('/tmp/pw/content', new ProblemList());
  const guides = new Map<string, ReturnType<typeof createGuide>>();
  for (const name of ['belmonte', 'cathedral', 'text-chat']) {
    const base = '/tmp/pw/content/museums/' + name;
    const read = (f: string) => JSON.parse(readFileSync(base + '/' + f, 'utf8'));
    const knowledge = await loadKnowledge(folder, 'museums/' + name);
    guides.set(name, createGuide({ folder: name, museum: read('museum.json'), exhibitions: read('exhibitions.json'), profile: { rooms: [], ...read('profile.json') }, knowledge }));
  }
  const lines = readFileSync('/tmp/pw/questions.txt', 'utf8').split('\n').filter(Boolean);
  const out: string[] = [];
  for (const line of lines) {
    const [folder, language, expected, text] = line.split('|');
    const guide = guides.get(folder!)!;
    const start = performance.now();
    const a = guide.answer(newGuideState, { text: text!, language: language as 'en', visitMode: 'exploration', exhibitionId: undefined });
    const ms = performance.now() - start;
    const got = a.sources[0]?.document ?? '-';
    const ok = expected === got || (expected === '*' && got !== '-') ? 'ok ' : 'BAD';
    out.push(`${ok} ${language} ${expected} -> ${got} ${ms.toFixed(1)}ms | ${text}\n       ${a.text}`);
  }
  writeFileSync('/tmp/pw/out.txt', out.join('\n'));
});
