// Stands in the page itself, before everything else, and is compiled for browsers that cannot parse the host's script. It reports
// that the script did not come, was refused by its hash, or does not run.
(() => {
  const longMs = 30_000;
  const againMs = 60_000;
  const own = /\/static\/js\/[^/]+$/;
  const reload = () => location.reload();
  // Shows the notice, which what the host draws hides again (styles/page.css).
  const say = () => {
    document.documentElement.dataset['failed'] = '';
  };
  addEventListener(
    'error',
    (event) => {
      // The host runs.
      if (document.getElementById('page')?.firstChild) return;
      const { src } = event.target as HTMLScriptElement;
      // It came, and threw: this browser cannot parse it.
      if (own.test(event.filename)) say();
      if (!own.test(src)) return;
      try {
        const storage = sessionStorage;
        if (storage['start'] !== src) {
          storage['start'] = src;
          // A broken copy in the browser's cache is replaced; the next page may name another script.
          // biome-ignore lint/style/noRestrictedGlobals: nothing is imported here
          fetch(src, { cache: 'reload' }).then(reload, reload);
          return;
        }
      } catch {
        // Storage is blocked, or the browser is too old to fetch.
      }
      say();
      // Nobody stands at a kiosk to press the link.
      setTimeout(reload, againMs);
    },
    true,
  );
  setTimeout(say, longMs);
})();
