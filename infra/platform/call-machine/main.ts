import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { CallMachine } from './call-machine.ts';
import { createDailyChannel } from './daily/daily-channel.ts';

/** What daily-js leaves in the window for the call machine it loads. */
interface DailyPage {
  /** Call objects that wait for a machine, in order. */
  pendings: string[];
  instances: Record<string, { tracks?: { audioTrack?: MediaStreamTrack }; callMachine?: Pick<CallMachine, 'store' | 'reset'> } | undefined>;
}

/** Takes the place of Daily's call machine for the call object that waits longest; without one the load was called off. */
function install(page: DailyPage | undefined): void {
  const callClientId = page?.pendings.shift();
  const instance = callClientId === undefined ? undefined : page?.instances[callClientId];
  if (callClientId === undefined || !instance) return;
  const channel = createDailyChannel(callClientId);
  const machine = new CallMachine({
    clock: systemClock,
    tell: channel.tell,
    sharedTrack: () => instance.tracks?.audioTrack,
    left: channel.deafen,
  });
  const listen = () => channel.listen((message) => machine.answer(message));
  instance.callMachine = {
    store: machine.store,
    // daily-js resets a machine it uses again after a call.
    reset() {
      machine.reset();
      listen();
    },
  };
  listen();
}

install((window as Window & { _daily?: DailyPage })._daily);
