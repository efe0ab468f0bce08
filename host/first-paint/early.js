// Stands in the page and runs before any file has come (host/rsbuild.config.ts puts it there, without these lines).
// It is as short as it can be: every page carries it.
(() => {
  const page = document.documentElement;
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  if (stored('themeMode') === 'negative') {
    page.dataset.theme = 'negative';
    addEventListener('DOMContentLoaded', () => {
      for (const picture of document.querySelectorAll('#first-paint img[src$="/positive.svg"]'))
        picture.src = picture.src.replace(/positive\.svg$/, 'negative.svg');
    });
  }
  // The site knows the museum's language, and only the browser the visitor's own.
  if (stored('userChangedLanguage') === 'true' && stored('language') !== page.lang) page.dataset.firstPaint = 'hidden';
  const keep = ({ target, type }) => {
    const control = target.closest('#first-paint button, #first-paint select');
    if (!control || (type === 'click') === (control.tagName === 'SELECT')) return;
    const part = document.getElementById(control.getAttribute('aria-controls'));
    if (part) {
      part.scrollIntoView();
      part.focus({ preventScroll: true });
      return;
    }
    // Pressed again by the host (host/first-paint/take-over.ts), once there is something behind it.
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    control.dataset.pressed = '';
  };
  addEventListener('click', keep);
  addEventListener('change', keep);
})();
