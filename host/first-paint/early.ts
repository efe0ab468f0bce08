// Stands in the page itself and runs before any file has come (host/rsbuild.config.ts puts it there): every page carries
// it, so it does what cannot wait and nothing else.
(() => {
  const page = document.documentElement;
  const stored = (key: string) => {
    try {
      // biome-ignore lint/style/noRestrictedGlobals: nothing is imported here
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const settings = (() => {
    try {
      return Object(JSON.parse(stored('settings') ?? ''));
    } catch {
      return {};
    }
  })();
  if (settings.textSize > 100 && settings.textSize <= 200) page.style.fontSize = `${settings.textSize}%`;
  if (settings.contrast === 'more') page.dataset['contrast'] = 'more';
  if (settings.motion === 'none') page.dataset['motion'] = 'none';
  if (settings.theme === 'dark' || (settings.theme === 'device' && matchMedia('(prefers-color-scheme: dark)').matches)) {
    page.dataset['theme'] = 'negative';
    // Not DOMContentLoaded, which waits for the host's script.
    document.addEventListener('readystatechange', () => {
      for (const picture of document.querySelectorAll<HTMLImageElement>('#first-paint img[src$="/positive.svg"]'))
        picture.src = picture.src.replace(/positive\.svg$/, 'negative.svg');
    });
  }
  // The site has the museum's language; only the browser has the visitor's own.
  if (stored('userChangedLanguage') === 'true' && stored('language') !== page.lang) page.dataset['firstPaint'] = 'hidden';
  // Other than its first words, what was said before is not in the page.
  if (stored('conversation')) page.dataset['conversation'] = '';
  const isEarly = (event: Event) => (event.target as Element).closest('#first-paint') !== null;
  /** Choices and the last pressed button, which the host presses again when the screen can react (take-over.ts). */
  const press = (control: HTMLElement) => {
    if (control.tagName === 'BUTTON') document.querySelector('button[data-pressed]')?.removeAttribute('data-pressed');
    control.dataset['pressed'] = '';
  };
  const keep = (event: Event) => {
    const control = (event.target as Element).closest<HTMLElement>('button, select');
    if (!control || !isEarly(event) || (event.type === 'click') === (control.tagName === 'SELECT')) return;
    const part = document.getElementById(control.getAttribute('aria-controls') ?? '');
    if (!part) return press(control);
    part.scrollIntoView();
    part.focus({ preventScroll: true });
  };
  addEventListener('click', keep);
  addEventListener('change', keep);
  addEventListener('keydown', (event) => {
    // The last button of a form submits; no button of a first paint reloads the page.
    const send = [...((event.target as HTMLTextAreaElement).form?.querySelectorAll('button') ?? [])].at(-1);
    // 229: WebKit's word for an Enter that confirms a composed word.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229 || !send || !isEarly(event)) return;
    event.preventDefault();
    press(send);
  });
})();
