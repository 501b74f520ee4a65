import { connect, queryClient, session, type UserInfo } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);

export type PersonPair = Awaited<ReturnType<typeof api.person.pairs.call>>['pairs'][number];

/** What was read before a change is old after it. */
export const refresh = (part: 'account' | 'role' | 'permission' | 'person' | 'user') =>
  queryClient.invalidateQueries({ queryKey: api[part].key() });

interface SignedIn {
  token: string;
  user_info: UserInfo;
}

/** Takes over the answer of a sign-in; answers the person. */
export async function begin({ token, user_info: user }: SignedIn): Promise<UserInfo> {
  await session.start({ token, user_info: user });
  return user;
}

/** Status and text of a failed call, for an alert. `status` 0 means that no answer came. */
export const faultOf = (error: unknown): { status: number; code: string; seconds?: number } => {
  const {
    status = 0,
    code = '',
    data,
  } = (error ?? {}) as { status?: number; code?: string; data?: { seconds?: number } };
  return { status, code, ...(data?.seconds === undefined ? {} : { seconds: data.seconds }) };
};
