import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedCookieOptions {
  name: string;
  sameSite: 'Lax' | 'Strict';
  /** Newest first: the first signs, cookies signed by those after it are still valid. */
  keys: readonly [Buffer, ...Buffer[]];
}

/** A cookie that only this site can make: `<text>.<HMAC-SHA256 of the text>`. It is signed, not encrypted: nothing in it is secret. */
export interface SignedCookie {
  /**
   * The text of a Cookie header; undefined when there is none, or it was forged or damaged.
   * @param bindingOf what the signature of this text covers beside it; undefined: no cookie has such a text
   */
  find(header: string | undefined, bindingOf?: (text: string) => string | undefined): string | undefined;
  /** The whole Set-Cookie header. Without `maxAgeSeconds` the browser forgets the cookie when it closes. */
  header(text: string, options: { binding?: string; maxAgeSeconds?: number | undefined }): string;
  /** The Set-Cookie header that removes it. */
  readonly removal: string;
}

export function createSignedCookie({ name, sameSite, keys }: SignedCookieOptions): SignedCookie {
  const attributes = `Path=/; HttpOnly; Secure; SameSite=${sameSite}`;
  const form = new RegExp(`(?:^|;\\s*)${name}=([\\w.*-]+)\\.([\\w-]{43})\\s*(?:;|$)`);
  const [newest] = keys;
  const sign = (text: string, binding: string, key: Buffer) =>
    createHmac('sha256', key)
      .update(binding === '' ? text : `${text}.${binding}`)
      .digest('base64url');
  return {
    find(header, bindingOf = () => '') {
      const [, text = '', signature = ''] = form.exec(header ?? '') ?? [];
      const binding = text === '' ? undefined : bindingOf(text);
      if (binding === undefined) return undefined;
      const isSigned = keys.some((key) => timingSafeEqual(Buffer.from(sign(text, binding, key)), Buffer.from(signature)));
      return isSigned ? text : undefined;
    },
    header(text, { binding = '', maxAgeSeconds }) {
      const life = maxAgeSeconds === undefined ? '' : ` Max-Age=${maxAgeSeconds};`;
      return `${name}=${text}.${sign(text, binding, newest)};${life} ${attributes}`;
    },
    removal: `${name}=; Max-Age=0; ${attributes}`,
  };
}
