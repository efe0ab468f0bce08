import { connect } from 'node:net';

/** @typedef {{ status: number, retryAfter: boolean, text: string }} Answer */

/**
 * A kept connection that asks one thing at a time, with as little work as possible: who makes load shares the
 * processor with who bears it. Answers must have a length.
 */
export class Connection {
  /** @type {((answer: Answer | undefined) => void) | undefined} */
  #take;
  #held = '';
  isOpen = false;

  /** @param {number} port @param {(connection: Connection) => void} onOpen */
  constructor(port, onOpen) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      this.isOpen = true;
      onOpen(this);
    });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (piece) => this.#read(String(piece)));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => {
      this.isOpen = false;
      this.#finish(undefined);
    });
  }

  /** The callback gets nothing when the connection ended without an answer. @param {string} request @param {(answer: Answer | undefined) => void} take */
  send(request, take) {
    this.#take = take;
    this.socket.write(request, 'latin1');
  }

  /** @param {string} piece */
  #read(piece) {
    this.#held += piece;
    const end = this.#held.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#held.slice(0, end).toLowerCase();
    const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
    if (this.#held.length < end + 4 + length) return;
    const text = this.#held.slice(end + 4);
    this.#held = '';
    if (head.includes('\r\nconnection: close')) {
      this.isOpen = false;
      this.socket.end();
    }
    this.#finish({ status: Number(head.slice(9, 12)), retryAfter: head.includes('\r\nretry-after: '), text });
  }

  /** @param {Answer | undefined} answer */
  #finish(answer) {
    const take = this.#take;
    this.#take = undefined;
    take?.(answer);
  }
}
