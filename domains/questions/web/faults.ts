import { messageOf } from '#platform/web/index.ts';

/** What the server said of the first field at fault, or of the whole. */
export function firstFault(error: unknown): string {
  const fields = (error as { data?: { fields?: { message?: string }[] } } | undefined)?.data?.fields;
  return fields?.find(({ message }) => message)?.message ?? messageOf(error);
}
