import type { Translate } from '#platform/web/index.ts';
import { accountTypes, requiredActions } from '../../contract.ts';
import type { api } from '../api.ts';

export type AccountRecord = Awaited<ReturnType<typeof api.account.get.call>>;

export const typeOptions = (t: Translate) => accountTypes.map((id) => ({ id, title: t(`identity.type.${id}`) }));
export const actionOptions = (t: Translate) => requiredActions.map((id) => ({ id, title: t(`identity.action.${id}`) }));
