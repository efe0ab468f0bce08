const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // A museum's own pictures may lie anywhere on https; they are only ever drawn by <img>.
  'img-src': "'self' https: data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'media-src': "'self' https: blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "enfilade-loader enfilade-remote 'allow-duplicates'",
} as const;

/** Headers of the page. It differs by cookie, so no cache but the visitor's may keep it. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; '),
  // A script without a matching hash does not run, even where the loader forgot to ask for one.
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), autoplay=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'private, no-cache',
  vary: 'Cookie',
};
