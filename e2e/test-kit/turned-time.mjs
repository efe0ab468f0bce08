// The time of a site (`--import`). TURNED_TIME names a file with the milliseconds to add, also to the `Date` header, by which a page
// notices a wrong device clock. Timers run at their own pace.
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
