import type { RecordsWords } from '#platform/web/index.ts';

/** How changes of cases read. */
const page = { permission: 'offence.read', to: (id: number) => `/offence?open=${id}` } as const;

export const records = {
  offences: {
    codes: {
      status: 'misconduct.state',
      subject_board_status: 'misconduct.board',
      source: 'misconduct.source',
      conclusion: 'misconduct.conclusion',
      penalty: 'misconduct.penalty',
      appeal_outcome: 'misconduct.appeal',
    },
    page,
  },
  offence_types: {},
  offence_reports: { codes: { source: 'misconduct.source' } },
  offence_panels: {},
  consultation_reports: {
    codes: {
      status: 'misconduct.report_state',
      conclusion: 'misconduct.conclusion',
      answer: 'misconduct.answer',
    },
  },
  invigilations: {},
  invigilation_minutes: { codes: { status: 'misconduct.minutes_state' } },
} satisfies RecordsWords;
