import type { Command } from './command.ts';
import { audit } from './commands/audit.ts';
import { check } from './commands/check.ts';
import { grant } from './commands/grant.ts';
import { list } from './commands/list.ts';
import { newRemote } from './commands/new-remote.ts';
import { operator } from './commands/operator.ts';
import { pin, unpin } from './commands/pins.ts';
import { publish } from './commands/publish.ts';
import { rollback } from './commands/rollback.ts';
import { halt, rollout, rollouts } from './commands/rollouts.ts';
import { set } from './commands/set.ts';

/** Every command by the name it is called by, in the order of the help. */
export const commands: ReadonlyMap<string, Command> = new Map(
  Object.entries({ list, check, publish, pin, unpin, rollout, rollouts, halt, rollback, grant, set, audit, operator, new: newRemote }),
);
