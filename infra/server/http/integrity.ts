import { createHash } from 'node:crypto';

/** As Subresource Integrity names contents. */
export const integrityOf = (bytes: string | Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** As a content policy names an inline script or style. */
export const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
