import { readdirSync } from 'node:fs';
import path from 'node:path';

const escapeHtml = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Such as `landing/splash/en-positive-390x844`. @param {string} folder */
export const viewsIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.png'))
    .map((file) => file.replaceAll(path.sep, '/').slice(0, -'.png'.length))
    .sort();

/** @param {{ folder: string, pictures: string }} what */
export function galleryPage({ folder, pictures }) {
  const views = viewsIn(pictures);
  const parts = views.map((view) => {
    const [screen = '', state = '', rest = ''] = view.split('/');
    return [screen, state, ...rest.split('-')];
  });
  const choice = (/** @type {string} */ name, /** @type {number} */ part) => {
    const values = [...new Set(parts.map((each) => each[part]))];
    return `<label>${name} <select name="${part}"><option value="">all</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
  };
  const figures = views.map((view, index) => {
    const file = escapeHtml(path.relative(folder, path.join(pictures, `${view}.png`)));
    const picture = `<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>`;
    return `<figure data-parts="${parts[index]?.join(' ')}"><figcaption>${view}</figcaption>${picture}</figure>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<style>
  body { font: 1rem/1.4 system-ui, sans-serif; margin: 1rem; background: #ddd; color: #111; }
  form { position: sticky; top: 0; background: #ddd; padding: 0.5rem 0; display: flex; flex-wrap: wrap; gap: 1rem; }
  section { display: flex; flex-wrap: wrap; gap: 1rem; align-items: start; }
  figure { margin: 0; }
  figcaption { font-size: 0.75rem; max-inline-size: 20rem; overflow-wrap: anywhere; }
  img { block-size: 20rem; min-inline-size: 6rem; background: #bbb; }
</style>
<h1>Gallery</h1>
<h2>${views.length} views</h2>
<form>${choice('Screen', 0)}${choice('State', 1)}${choice('Language', 2)}${choice('Theme', 3)}${choice('Size', 4)}</form>
<section id="views">${figures.join('\n')}</section>
<script>
  const form = document.querySelector('form');
  const choose = () => {
    const wanted = [...new FormData(form)].filter(([, value]) => value);
    for (const figure of document.querySelectorAll('#views figure')) {
      const parts = figure.dataset.parts.split(' ');
      figure.hidden = wanted.some(([part, value]) => parts[part] !== value);
    }
  };
  for (const [name, value] of Object.entries({ 2: 'en', 3: 'positive', 4: '390x844' })) form.elements[name].value = value;
  form.addEventListener('change', choose);
  choose();
</script>
</html>
`;
}
