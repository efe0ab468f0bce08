// The first inline script of the page, compiled for browsers that cannot parse the host's script. It shows a notice if the host's script
// does not arrive, fails its hash, or does not run.
(() => {
  const longMs = 30_000;
  const againMs = 60_000;
  const reload = () => location.reload();
  // Shows the notice. Styles hide the notice once the host has drawn a view (styles/page.css).
  const say = () => {
    document.documentElement.dataset['failed'] = '';
  };
  addEventListener(
    'error',
    ({ filename, target }) => {
      const src = filename || (target as HTMLScriptElement).src;
      // The error is of another file, or the host runs already.
      if (!/\/static\/js\/[^/]+$/.test(src) || document.querySelector('#page *')) return;
      // If the event has no file name, the script did not arrive. If it has one, this browser cannot parse the script.
      if (!filename) {
        try {
          if (sessionStorage['start'] !== src) {
            sessionStorage['start'] = src;
            // Replaces a broken copy in the browser's cache. The reloaded page may name another script.
            // biome-ignore lint/style/noRestrictedGlobals: nothing is imported here
            fetch(src, { cache: 'reload' }).then(reload, reload);
            return;
          }
        } catch {
          // Storage is blocked, or the browser is too old to fetch.
        }
        // At a kiosk nobody may be there to press the link.
        setTimeout(reload, againMs);
      }
      say();
    },
    true,
  );
  setTimeout(say, longMs);
})();
