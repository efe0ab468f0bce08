import { useEffect, useEffectEvent, useState } from 'react';

interface Outcome<Value> {
  key: string | undefined;
  value?: Value;
  hasFailed?: true;
  error?: unknown;
}

/** Undefined without a key. Each key has its own request, which ends when the key changes or the component unmounts. */
export function useRequest<Value>(key: string | undefined, load: (signal: AbortSignal) => Promise<Value>) {
  const [outcome, setOutcome] = useState<Outcome<Value>>();
  const [attempt, setAttempt] = useState(0);
  const begin = useEffectEvent(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the request
  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    const store = (next: Omit<Outcome<Value>, 'key'>) => !leaving.signal.aborted && setOutcome({ key, ...next });
    begin(leaving.signal).then(
      (value) => store({ value }),
      (error: unknown) => store({ hasFailed: true, error }),
    );
    return () => leaving.abort();
  }, [key, attempt]);
  const current = outcome?.key === key ? outcome : undefined;
  return {
    value: current?.value,
    hasFailed: current?.hasFailed === true,
    error: current?.error,
    isLoading: key !== undefined && !current,
    retry: () => {
      setOutcome(undefined);
      setAttempt((before) => before + 1);
    },
  };
}
