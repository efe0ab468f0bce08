// The messages between the bench and the programs that it starts.
/** The options that the bench gives this program. */
export const plan = JSON.parse(process.argv[2] ?? '{}');

/**
 * Tells the bench that this program is ready, and answers the bench's questions.
 * @param {number} port @param {(question: any) => unknown} [answer]
 */
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
