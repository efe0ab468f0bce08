// Inlined in every page (host/rsbuild.config.ts) and run before any file arrives, so it does only what cannot wait.
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
  // The HTML is in the museum's language. Only the browser stores the language that the visitor chose.
  if (stored('userChangedLanguage') === 'true' && stored('language') !== page.lang) page.dataset['firstPaint'] = 'hidden';
  // The HTML has the welcome of a new conversation. Styles hide the welcome if the browser stores an earlier conversation.
  if (stored('conversation')) page.dataset['conversation'] = '';
  const isEarly = (event: Event) => (event.target as Element).closest('#first-paint') !== null;
  /** The host repeats the marked choices and the last press when the screen can react (take-over.ts). */
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
    // A form submits by its last button. A press in a first paint must not reload the page.
    const send = [...((event.target as HTMLTextAreaElement).form?.querySelectorAll('button') ?? [])].at(-1);
    // 229: the key code of an Enter that confirms a composed word in WebKit.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229 || !send || !isEarly(event)) return;
    event.preventDefault();
    press(send);
  });
})();
