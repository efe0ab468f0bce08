import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { browserEnvironment } from '../../ensure-programs.mjs';
import { root } from '../../workspace.mjs';
import { figure, quantile } from '../figure.mjs';
import { siteAddress, startProcess } from '../start-process.mjs';

/** Not a dependency: half as large as all others together, and asked for by hand. */
const lighthouse = 'lighthouse@12.8.2';
const runs = 5;
const museums = { belmonte: '6610a1b2c3d4e5f601000001', textChat: '67f2ec09a1b2c3d4e5f60006' };
const exhibitionId = '6610a1b2c3d4e5f602000001';
const answers = {
  consent: ['consent.agree'],
  artistSelection: ['artist.jacopo-savelli'],
  expertise: ['visitorType.alone'],
  personality: ['style.interactive'],
  time: ['time.10'],
  goals: ['goal.learn'],
};
/** @param {object} given */
const visiting = (given) =>
  `museumID=${museums.belmonte}; collectionID=${exhibitionId}; tailoringAnswers=${encodeURIComponent(JSON.stringify(given))}`;
/** Screen → its address, and the cookies of a visitor who is led to it. */
const pages = {
  landing: { path: `/?museum=${museums.belmonte}`, cookie: '', performance: 95 },
  tailoring: { path: '/tailoring', cookie: visiting(answers), performance: 95 },
  visit: { path: '/visit', cookie: visiting({ ...answers, voice: ['en-1'] }), performance: 90 },
  chat: { path: `/?museum=${museums.textChat}`, cookie: '', performance: 95 },
};

/** Lighthouse's scores of each screen on its mobile phone, medians. @param {string} dataDir */
export async function measureLighthouse(dataDir) {
  const env = { DATA_DIR: path.join(dataDir, 'lighthouse'), LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' };
  const site = await startProcess(process.execPath, ['infra/server/dist/site.mjs'], env, siteAddress);
  try {
    for (const [screen, { path: address, cookie, performance }] of Object.entries(pages)) {
      const scores = Array.from({ length: runs }, () => scoresOf(site.origin + address, cookie));
      for (const [category, least] of Object.entries({ performance, accessibility: 100, 'best-practices': 100, seo: 100 })) {
        const values = scores.map((each) => Math.round((each[category]?.score ?? 0) * 100));
        const median = quantile(values, 0.5);
        figure(`Lighthouse ${category}, ${screen}`, `${median} (${values.join(' ')})`, { atLeast: `${least}` }, median >= least);
      }
    }
  } finally {
    await site.stop();
  }
}

/** What it says when the browser gave it no trace, which is no measurement. */
const noTrace = 'NO_NAVSTART';

/** @param {string} url @param {string} cookie @returns {Record<string, { score: number | null }>} */
function scoresOf(url, cookie, tries = 3) {
  const flags =
    '--headless=new --no-sandbox --disable-quic --disable-background-networking --disable-component-update --disable-sync --no-first-run';
  const headers = cookie ? ['--extra-headers', JSON.stringify({ Cookie: cookie })] : [];
  const given = [url, '--quiet', '--output', 'json', `--chrome-flags=${flags}`, ...headers];
  const { status, stdout, stderr } = spawnSync('npx', ['--yes', lighthouse, ...given], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, ...browserEnvironment() },
  });
  if (stderr.includes(noTrace) && tries > 1) {
    console.log(`told   ${url} was measured again: the browser gave no trace`);
    return scoresOf(url, cookie, tries - 1);
  }
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout).categories;
}
