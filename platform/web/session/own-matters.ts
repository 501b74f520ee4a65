import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useAsOf } from '../as-of.ts';
import { api } from '../http.ts';

/**
 * A home has a card for much of which most people have none: no request, no claim, no case. What there is none of is said
 * by one call, and then not asked for.
 */

/** Whether the caller may have any of a matter; undefined until it is known. `wanted`: whether it is to be known at all. */
export function useHasOwn(matter: string, wanted = true): boolean | undefined {
  const past = useAsOf() !== undefined;
  const asks = wanted && !past;
  const { data, isPending } = useQuery({
    // As a part of everything: who says that all has changed means this as well.
    queryKey: [['own matters']],
    queryFn: ({ signal }) => api<{ none: string[] }>('GET', '/user/me/matters', { silent: true, signal }),
    enabled: asks,
    // Cards come one after the other and ask once; nobody makes the first of something and is back in so short a time.
    staleTime: 2_000,
  });
  if (!asks) return true;
  // Where it cannot be said, all is asked for.
  return isPending ? undefined : !data?.none.includes(matter);
}

/** As `useQuery`, of a matter of one's own: answered with `none` where there is none. Without a matter it is asked at once. */
export function useOwnMatter<T, None, Key extends QueryKey>(
  matter: string | undefined,
  options: UseQueryOptions<T, Error, T, Key>,
  none: None,
): { data: T | None | undefined; isError: boolean; refetch: () => unknown } {
  const has = useHasOwn(matter ?? '', matter !== undefined);
  const query = useQuery({ ...options, enabled: has === true });
  return has === false ? { data: none, isError: false, refetch: query.refetch } : query;
}
