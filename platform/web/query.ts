import { hashKey, QueryClient } from '@tanstack/react-query';
import { asOfNow } from './as-of.ts';
import { refusalOf } from './http.ts';

/**
 * An answer from the server is final, but for one that says it has too much to do just now: that is asked again by itself,
 * a little later each time; where many people are at its door, the call itself has come again already (busy.ts). A broken connection is worth a second try, which waits until there is a network.
 */
const isBusy = (error: unknown) => {
  const refusal = refusalOf(error);
  return refusal?.status === 503 && refusal.code !== 'SERVER_BUSY';
};
const mostTries = (error: unknown) => (isBusy(error) ? 3 : refusalOf(error) ? 0 : 1);
/** As long as the server says, where it does, and not all browsers at once; what one asks again it asks together. */
const spread = Math.random() * 500;
const pauseMs = (count: number, error: unknown) => {
  if (!isBusy(error)) return 1_000;
  const data = refusalOf(error)?.data;
  const told = typeof data === 'object' && data && 'seconds' in data ? Number(data.seconds) * 1_000 : Number.NaN;
  return (told || 1_500 * (count + 1)) + spread;
};

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // One question of two days is two questions.
      queryKeyHashFn: (key) => `${asOfNow() ?? ''}${hashKey(key)}`,
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      retry: (count, error) => count < mostTries(error),
      retryDelay: pauseMs,
    },
    mutations: { retry: false },
  },
});
