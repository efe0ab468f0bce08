const shortestSecret = 8;
/** Where a call can be joined by whoever knows its address. */
const roomAddress = String.raw`(?:https?|wss?)(?:://|:\\/\\/|%3A%2F%2F)[\w.-]*daily\.co[^\s"'<>\\]*`;

/**
 * Takes out of a line of JSON what must not be written, wherever it stands: addresses of rooms, and secrets as
 * they are, as JSON within JSON writes them, as an address does, and in base64 at any place of a longer text.
 * A secret of fewer than eight characters is not looked for: it would be found in ordinary words.
 */
export function createCleaner(secrets: readonly string[]): (line: string) => string {
  const forms = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf);
  // The longest first, where one begins like another.
  const needles = [...new Set(forms)].sort((one, other) => other.length - one.length).map(asPattern);
  const unwanted = new RegExp([roomAddress, ...needles].join('|'), 'gi');
  return (line) => line.replace(unwanted, '[redacted]');
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = [0, 1, 2].map((offset) => innerBase64(bytes, offset));
  return [
    ...[secret, encodeURIComponent(secret), new URLSearchParams({ s: secret }).toString().slice(2), bytes.toString('hex')].flatMap(asJson),
    ...encoded.flatMap((text) => [...asJson(text), ...asJson(encodeURIComponent(text))]),
    ...encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** As a string of JSON holds it, and as a string within that. */
function asJson(text: string): string[] {
  const once = JSON.stringify(text).slice(1, -1);
  return [once, JSON.stringify(once).slice(1, -1)];
}

/** The characters that the bytes alone decide, with so many others before them, three to a group. */
function innerBase64(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

const asPattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
