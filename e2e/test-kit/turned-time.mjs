// The time of a site, which a test turns on (`--import`): TURNED_TIME names a file with the milliseconds that are added to the
// machine's own time, also in the `Date` header, by which a page finds out that its device's clock is wrong. Timers run at their
// own pace.
import { readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';

const file = process.env['TURNED_TIME'] ?? '';
const now = Date.now;
Date.now = () => now() + Number(readFileSync(file, 'utf8'));

const { writeHead } = ServerResponse.prototype;
/** @this {ServerResponse} @param {any[]} given @returns {any} */
ServerResponse.prototype.writeHead = function (...given) {
  this.setHeader('date', new Date(Date.now()).toUTCString());
  return Reflect.apply(writeHead, this, given);
};
