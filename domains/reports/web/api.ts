import { connect, queryClient } from '#platform/web/index.ts';
import { contract } from '../contract.ts';

export const api = connect(contract);
export type Home = Awaited<ReturnType<typeof api.dashboard.student.call>>;
export type ModuleCard = Home['modules'][number];
export type ClassCard = Home['today'][number];
export type Report = Awaited<ReturnType<typeof api.report.get.call>>;
export type SubjectOffered = Awaited<ReturnType<typeof api.report.fields.call>>[number];

export type BoardPanel = Awaited<ReturnType<typeof api.dashboard.boards.call>>[number]['panels'][number];
export type PanelAnswer = Awaited<ReturnType<typeof api.dashboard.panel.call>>;
export type PanelValue = PanelAnswer['rows'][number]['values'][number];

export const refreshReports = () => queryClient.invalidateQueries({ queryKey: api.report.key() });
