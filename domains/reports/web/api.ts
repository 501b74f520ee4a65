import { connect } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type Home = Awaited<ReturnType<typeof api.dashboard.student.call>>;
export type ModuleCard = Home['modules'][number];
export type ClassCard = Home['today'][number];
