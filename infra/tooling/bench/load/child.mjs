export const plan = JSON.parse(process.argv[2] ?? '{}');

/** @param {number} port @param {(question: any) => unknown} [answer] */
export function sendReady(port, answer = () => undefined) {
  process.on('message', async (question) => {
    const isUsage = typeof question === 'object' && question !== null && 'usage' in question;
    process.send?.((isUsage ? usage() : await answer(question)) ?? {});
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ port });
}

function usage() {
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system };
}
