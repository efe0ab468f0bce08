import type { VoiceOptions } from '../voice/register-voice.ts';

const directives = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  // A museum's own pictures may lie anywhere on https; they are only ever drawn by <img>.
  'img-src': "'self' https: data:",
  'font-src': "'self'",
  'media-src': "'self' https: blob:",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  // `default` lets the call library's one script tag pass, and nothing else.
  'trusted-types': "enfilade-loader enfilade-remote enfilade-host default 'allow-duplicates'",
} as const;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // A script without a matching hash does not run, even where the loader forgot to ask for one.
  'integrity-policy': 'blocked-destinations=(script)',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), autoplay=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cache-control': 'private, no-cache',
  vary: 'Cookie',
} as const;

export interface PageHeadersOptions {
  publicOrigin: string | undefined;
  rooms: VoiceOptions['rooms'];
}

/** Headers of the page. It differs by cookie, so no cache but the visitor's may keep it. */
export function createPageHeaders(options: PageHeadersOptions): Readonly<Record<string, string>> {
  const policy = { ...directives, 'connect-src': connectSources(options).join(' ') };
  const text = Object.entries(policy).map(([name, value]) => `${name} ${value}`);
  return { ...headers, 'content-security-policy': text.join('; ') };
}

/** Rooms of ours are WebSockets of this origin, which older Safaris do not count as 'self'. */
function connectSources({ publicOrigin, rooms }: PageHeadersOptions): string[] {
  const ownSocket = publicOrigin ? [publicOrigin.replace(/^http/, 'ws')] : [];
  return ["'self'", ...ownSocket, ...(rooms === 'hosted' ? ['https://*.daily.co', 'wss://*.daily.co'] : [])];
}
