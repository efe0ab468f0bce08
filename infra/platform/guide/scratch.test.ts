import { readFileSync, writeFileSync } from 'node:fs';
import { it } from '@rstest/core';
import { ProblemList } from '../../content/content-error.ts';
import { ContentFolder } from '../../content/content-folder.ts';
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
    guides.set(
      name,
      createGuide({
        folder: name,
        museum: read('museum.json'),
        exhibitions: read('exhibitions.json'),
        profile: { rooms: [], ...read('profile.json') },
        knowledge,
      }),
    );
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

import { createKnowledgeIndex } from './search/knowledge-index.ts';
import { questionTerms } from './search/question-terms.ts';
import { wordsOf } from './words/fold.ts';

it('scores', async () => {
  const folder = new ContentFolder('/tmp/pw/content', new ProblemList());
  const knowledge = await loadKnowledge(folder, 'museums/belmonte');
  const index = createKnowledgeIndex(knowledge, 'en');
  for (const q of (process.env['Q'] ?? '').split('|').filter(Boolean)) {
    const terms = questionTerms(wordsOf(q), { text: q, language: 'en' }, index.vocabulary);
    console.log(q, JSON.stringify(terms.map((t) => [t.stem, t.weight, [...t.others]])));
    for (const h of index.search(terms).slice(0, 8)) console.log(h.document.id, h.paragraph, h.score.toFixed(1), h.known.join(','));
  }
});
