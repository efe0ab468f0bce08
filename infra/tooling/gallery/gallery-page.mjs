import path from 'node:path';
import { viewsIn } from './compare-pictures.mjs';

const escapeHtml = (/** @type {string} */ text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/**
 * A page with every picture, chosen by screen, language, theme and size, and before them what differs from an earlier commit.
 * @param {{ folder: string, pictures: string, earlier: string | undefined, differences: import('./compare-pictures.mjs').Difference[] }} what
 */
export function galleryPage({ folder, pictures, earlier, differences }) {
  const at = (/** @type {string} */ from, /** @type {string} */ view) => {
    const file = escapeHtml(path.relative(folder, path.join(from, `${view}.png`)));
    return `<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>`;
  };
  const changed = differences.map(({ view, kind, pixels }) => {
    const before = earlier && kind !== 'new' ? at(earlier, view) : '';
    const after = kind === 'gone' ? '' : at(pictures, view);
    const drawn = kind === 'changed' ? at(path.join(folder, 'differences'), view) : '';
    return `<figure><figcaption>${kind}: ${view}${pixels ? `, ${pixels} pixels` : ''}</figcaption>${before}${after}${drawn}</figure>`;
  });
  const views = viewsIn(pictures);
  const parts = views.map((view) => {
    const [screen = '', state = '', rest = ''] = view.split('/');
    return [screen, state, ...rest.split('-')];
  });
  const choice = (/** @type {string} */ name, /** @type {number} */ part) => {
    const values = [...new Set(parts.map((each) => each[part]))];
    return `<label>${name} <select name="${part}"><option value="">all</option>${values.map((value) => `<option>${value}</option>`).join('')}</select></label>`;
  };
  const figures = views.map(
    (view, index) => `<figure data-parts="${parts[index]?.join(' ')}"><figcaption>${view}</figcaption>${at(pictures, view)}</figure>`,
  );
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
${differences.length > 0 ? `<h2>${differences.length} views differ: before, now, difference</h2><section>${changed.join('\n')}</section>` : ''}
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
