import { defineWorkflow } from '#platform/contract/workflow.ts';

/** A version of a template: one is live, one may be prepared beside it, those before stay for the papers made of them. */
export const templateStates = ['DRAFT', 'LIVE', 'ARCHIVED'] as const;
export type TemplateState = (typeof templateStates)[number];
export const templateWorkflow = defineWorkflow<TemplateState>({
  entity: 'certificate_template',
  initial: 'DRAFT',
  states: templateStates,
  transitions: [
    { from: ['DRAFT'], to: 'LIVE', permission: 'certificate_template.manage' },
    { from: ['LIVE'], to: 'ARCHIVED', permission: 'certificate_template.manage' },
  ],
});

export const issueStates = ['ISSUED', 'TAKEN_BACK'] as const;
export type IssueState = (typeof issueStates)[number];
