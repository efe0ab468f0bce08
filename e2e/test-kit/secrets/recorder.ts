import { connect, createServer, type Socket } from 'node:net';

/** A proxy that records every byte from the site. */
export interface Recorder {
  origin: string;
  /** One character for each byte: status lines, headers, bodies and WebSockets. */
  received(): string;
  close(): Promise<void>;
}

/** Compressed bytes cannot be searched. The replacement has the same length, so that no offset changes. */
const plain = (head: string) => head.replace(/(?<=\r\nAccept-Encoding: )[^\r]*/gi, (wanted) => 'identity'.padEnd(wanted.length));

export async function startRecorder(site: string): Promise<Recorder> {
  const pieces: Buffer[] = [];
  const open = new Set<Socket>();
  const { hostname, port } = new URL(site);
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    const end = () => {
      browser.destroy();
      upstream.destroy();
    };
    for (const socket of [browser, upstream]) {
      open.add(socket);
      socket
        .setNoDelay(true)
        .on('error', end)
        .on('close', () => {
          open.delete(socket);
          end();
        });
    }
    browser.on('data', (bytes) => upstream.write(Buffer.from(plain(bytes.toString('latin1')), 'latin1')));
    upstream.on('data', (bytes) => {
      pieces.push(bytes);
      browser.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The recorder has no address.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    received: () => Buffer.concat(pieces).toString('latin1'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
