import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { viewsIn } from './compare-pictures.mjs';

/** The views that docs/look shows of each screen. */
export const lookViews = {
  landing: ['splash', 'carousel', 'returning', 'single'],
  tailoring: ['consent', 'expertise-answered', 'time', 'goals', 'voice-answered'],
  visit: ['permission', 'connecting', 'ready', 'listening', 'speaking', 'hands-free', 'introduction', 'text-answered'],
  chat: ['empty', 'answered', 'recording', 'microphone-denied'],
  host: [
    'code',
    'waiting-long',
    'not-found',
    'failed-visit',
    'settings',
    'end',
    'end-carried',
    'carried-opened',
    'group-led',
    'follow-live',
  ],
  console: ['overview'],
};

const mostWidth = 960;
/** Sizes by their numbers; English and light first. */
const { compare } = new Intl.Collator('en', { numeric: true });
const placeOf = (/** @type {string} */ view) => view.replace('/de-', '/z-');

/**
 * Makes small pictures of what was photographed, and a page that shows them view by view, each beside how it was drawn before it was built.
 * @param {string} from as e2e/gallery leaves it @param {string} into
 */
export async function writeLookPictures(from, into) {
  const built = path.join(into, 'built');
  rmSync(built, { recursive: true, force: true });
  mkdirSync(built, { recursive: true });
  const page = ['# The screens, as drawn and as built', '', '`npm run gallery -- --look` makes this page and its pictures.'];
  let [bytes, heading] = [0, ''];
  const show = (/** @type {string} */ file, /** @type {string} */ words) => page.push(`<img src="${file}" height="240" alt="${words}">`);
  for (const view of viewsIn(from).sort((one, other) => compare(placeOf(one), placeOf(other)))) {
    const [screen = '', state = '', rest = ''] = view.split('/');
    const [language, theme, size] = rest.split('-');
    if (heading !== `${screen}: ${state}`) {
      heading = `${screen}: ${state}`;
      page.push('', `## ${heading}`, '');
      const drawn = readdirSync(path.join(into, 'drawn')).filter((file) => file.startsWith(`${screen}-${state}_`));
      for (const file of drawn) show(`drawn/${file}`, `drawn, ${path.parse(file).name.split('_')[1]}`);
    }
    const file = `${screen}-${state}_${size}${theme === 'negative' ? `-${language}-dark` : ''}.webp`;
    await sharp(path.join(from, `${view}.png`))
      .resize({ width: mostWidth, withoutEnlargement: true })
      .webp({ quality: 70 })
      .toFile(path.join(built, file));
    bytes += statSync(path.join(built, file)).size;
    show(`built/${file}`, `built, ${size}, ${language}, ${theme}`);
  }
  writeFileSync(path.join(into, 'README.md'), `${page.join('\n')}\n`);
  return { pictures: readdirSync(built).length, bytes };
}
