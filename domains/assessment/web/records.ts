import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of plans of assessment and of what belongs to them read. */
const codes = {
  state: 'assessment.state',
  kind: 'assessment.kind',
  source: 'assessment.source',
  scale: 'assessment.scale',
  retake_counts: 'assessment.counts',
} as const satisfies Record<string, string>;

const page = { permission: 'assessment_plan.read', to: () => '/mark-plan' } as const;

export const records = {
  assessment_plans: { codes, page },
  assessment_components: { codes, page },
  assessment_criteria: { codes, page },
  grade_scales: {
    codes: { code: 'assessment.scale' },
    page: { permission: 'assessment_plan.read', to: () => '/grade-scales' },
  },
  marks: {
    codes: { status: 'assessment.status', held_from: 'assessment.status', special: 'assessment.special' },
    fields: { value: 'assessment.field.value' },
  },
  assessment_retakes: { codes },
  degree_classes: { codes: { level: 'curriculum.level' } },
  mark_penalties: { codes: { operation: 'assessment.penalty' } },
  recognition_rules: {
    codes: { level: 'curriculum.level' },
    page: { permission: 'assessment_plan.read', to: () => '/grade-scales' },
  },
  award_boards: {
    codes: { status: 'assessment.award.state' },
    page: { permission: 'award.read', to: (id: number) => `/award-board/${id}` },
  },
  clearance_offices: { codes: { fault: 'assessment.clearance.fault' } },
  clearance_words: {},
  award_members: { codes: { role: 'assessment.board.role' } },
  award_candidates: { codes: { decision: 'assessment.award.decided' } },
  amendments: {
    codes: {
      status: 'assessment.amendment.state',
      reason_code: 'assessment.amendment.because',
      old_special: 'assessment.special',
      new_special: 'assessment.special',
      source: 'assessment.amendment.from',
    },
  },
} satisfies RecordsWords;
