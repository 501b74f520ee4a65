import { hashKey, QueryClient } from '@tanstack/react-query';
import { asOfNow } from './as-of.ts';
import { refusalOf } from './http.ts';

/** An answer from the server is final; only a broken connection is worth a second try, which waits until there is a network. */
const noAnswer = (error: unknown) => refusalOf(error) === undefined;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // One question of two days is two questions.
      queryKeyHashFn: (key) => `${asOfNow() ?? ''}${hashKey(key)}`,
      staleTime: 15_000,
      gcTime: 5 * 60_000,
      retry: (count, error) => count < 1 && noAnswer(error),
    },
    mutations: { retry: false },
  },
});
