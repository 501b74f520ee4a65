import { serve } from '#platform/server/call/context.ts';
import { crudHandlers } from '#platform/server/records/resource.ts';
import { contract } from '../contract.ts';
import { views } from './views.ts';

const on = serve(contract);

export const router = on.router({ list_view: crudHandlers(contract.list_view, views) });
