import { actions } from '@enfilade/server/registry/actions/actions';
import type { Action, ActionCommand, AnyAction } from '@enfilade/server/registry/actions/define-action';
import type { Command, RegistryClient } from './command.ts';

/** @throws CommandFailedError */
export function callAction<Request extends object, Answer extends object>(
  registry: RegistryClient,
  { route, response }: Pick<Action<Request, object, Answer, string>, 'route' | 'response'>,
  request: NoInfer<Request>,
): Promise<Answer> {
  if (!route || !response) throw new Error('Only the site itself calls this action.');
  const [method = '', template = ''] = route.split(' ');
  const rest = new Map(Object.entries(request));
  const path = template.replace(/:(\w+)/g, (_, field: string) => {
    const value = encodeURIComponent(String(rest.get(field)));
    rest.delete(field);
    return value.replace('%2A', '*');
  });
  const json = rest.size > 0 ? { json: Object.fromEntries(rest) } : {};
  return registry.call({ method: method as 'PUT', path, ...json, response });
}

function commandOf(action: AnyAction, { usage, help, options, read, say }: ActionCommand<object, object>): Command {
  return {
    ...{ usage, help, options },
    async run(given, environment) {
      const request = read(given);
      const json = await callAction(await environment.registry(), action, request);
      return { json, text: say(json, request) };
    },
  };
}

/** The commands that call exactly one action. */
export const actionCommands: Readonly<Record<string, Command>> = Object.fromEntries(
  Object.values(actions).flatMap((action: AnyAction) =>
    typeof action.command === 'object' ? [[action.command.name, commandOf(action, action.command)]] : [],
  ),
);
