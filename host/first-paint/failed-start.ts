// The page's first inline script, compiled to ES5. Shows a notice if the host's script is missing, fails its hash, or does not run.
(() => {
  const longMs = 30_000;
  const againMs = 60_000;
  const reload = () => location.reload();
  // Styles hide the notice once the host has rendered a view (styles/page.css).
  const say = () => {
    document.documentElement.dataset['failed'] = '';
  };
  addEventListener(
    'error',
    ({ filename, target }) => {
      const src = filename || (target as HTMLScriptElement).src;
      // The error belongs to another file, or the host already runs.
      if (!/\/static\/js\/[^/]+$/.test(src) || document.querySelector('#page *')) return;
      // If the event has no file name, the script failed to load. Otherwise this browser cannot parse the script.
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
        // At a kiosk, nobody may press the link.
        setTimeout(reload, againMs);
      }
      say();
    },
    true,
  );
  setTimeout(say, longMs);
})();
