// Stands in the page itself, before everything else, and is compiled for browsers that cannot parse the host's script. It reports
// that the script did not come, was refused by its hash, or does not run.
(() => {
  const longMs = 30_000;
  const againMs = 60_000;
  const reload = () => location.reload();
  // Shows the notice, which what the host draws hides again (styles/page.css).
  const say = () => {
    document.documentElement.dataset['failed'] = '';
  };
  addEventListener(
    'error',
    ({ filename, target }) => {
      const src = filename || (target as HTMLScriptElement).src;
      // Another file, or the host runs.
      if (!/\/static\/js\/[^/]+$/.test(src) || document.querySelector('#page *')) return;
      // If the name is missing, the script did not arrive. With one it came, and threw: this browser cannot parse it.
      if (!filename) {
        try {
          if (sessionStorage['start'] !== src) {
            sessionStorage['start'] = src;
            // A broken copy in the browser's cache is replaced; the next page may name another script.
            // biome-ignore lint/style/noRestrictedGlobals: nothing is imported here
            fetch(src, { cache: 'reload' }).then(reload, reload);
            return;
          }
        } catch {
          // Storage is blocked, or the browser is too old to fetch.
        }
        // Nobody is at a kiosk to press the link.
        setTimeout(reload, againMs);
      }
      say();
    },
    true,
  );
  setTimeout(say, longMs);
})();
