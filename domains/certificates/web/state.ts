import type { TemplateState } from '../workflow.ts';

export const colorOf = (status: TemplateState): 'teal' | 'blue' | 'gray' =>
  status === 'LIVE' ? 'teal' : status === 'DRAFT' ? 'blue' : 'gray';
