export type OneAtATime = <T>(task: () => Promise<T>) => Promise<T>;

/** A queue of tasks of which never two run at once, in the order in which they came. A failed one does not stop the next. */
export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
