// The time of a site, which a test turns on (`--import`): TURNED_TIME names a file with the milliseconds that are added to the
// machine's own time. Timers run at their own pace.
import { readFileSync } from 'node:fs';

const file = process.env['TURNED_TIME'] ?? '';
const now = Date.now;
Date.now = () => now() + Number(readFileSync(file, 'utf8'));
