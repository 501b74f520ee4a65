import type pg from 'pg';

/** Reports that the offices of the demo university keep and share. */

const REPORTS = [
  {
    owner: 'registrar_head',
    name: 'Talabalar holati boʻyicha',
    about: 'Nechta talaba oʻqiyapti, taʼtilda va bitirgan',
    roles: ['DIRECTOR', 'DEAN', 'REGISTRAR_OFFICER', 'ADMIN', 'SUPER_ADMIN'],
    definition: {
      subject: 'students',
      groups: [{ field: 'status' }, { field: 'gender' }],
      measures: [{ what: 'people' }],
      chart: 'bar',
    },
  },
  {
    owner: 'registrar_head',
    name: 'Yoʻnalishlar boʻyicha oʻqiyotganlar',
    about: 'Faqat oʻqiyotgan talabalar',
    roles: ['DIRECTOR', 'DEAN', 'ADMIN', 'SUPER_ADMIN'],
    definition: {
      subject: 'students',
      filters: [{ field: 'status', op: 'is', values: ['ACTIVE'] }],
      groups: [{ field: 'course_id' }],
      measures: [{ what: 'people' }],
      chart: 'bar',
    },
  },
  {
    owner: 'accounting_head',
    name: 'Shartnomalar: kutilgan va tushgan pul',
    about: 'Oʻquv yili boʻyicha summa, toʻlov va qoldiq',
    roles: ['DIRECTOR', 'ACCOUNTING_HEAD_VIEWER', 'ADMIN', 'SUPER_ADMIN'],
    definition: {
      subject: 'contracts',
      groups: [{ field: 'academic_year_id' }],
      measures: [
        { what: 'rows' },
        { what: 'sum', field: 'amount' },
        { what: 'sum', field: 'paid' },
        { what: 'sum', field: 'left' },
      ],
      chart: 'none',
    },
  },
  {
    owner: 'admission_moderator',
    name: 'Arizalar kunma-kun',
    about: 'Qabulning borishi',
    roles: ['DIRECTOR', 'ADMISSION_VIEWER', 'ADMIN', 'SUPER_ADMIN'],
    definition: {
      subject: 'applications',
      groups: [{ field: 'submitted_on', by: 'day' }],
      measures: [{ what: 'people' }],
      chart: 'line',
    },
  },
];

/** Answers how many there are. */
export async function loadReports(client: pg.PoolClient): Promise<number> {
  const rows = REPORTS.map(({ definition, ...report }) => ({
    ...report,
    definition: { columns: [], filters: [], sort: null, ...definition },
  }));
  const { rowCount } = await client.query(
    `insert into reports (institution_id, name, about, definition, roles, owner_id)
     select 1, r.name, r.about, r.definition, array(select jsonb_array_elements_text(r.roles)), a.id
       from jsonb_to_recordset($1::jsonb) as r (owner text, name text, about text, definition jsonb, roles jsonb)
       join accounts a on a.username = r.owner`,
    [JSON.stringify(rows)],
  );
  await client.query(
    `insert into report_pins (institution_id, account_id, report_id)
     select 1, a.id, r.id from reports r join accounts a on a.username in ('director', 'registrar_head') where r.name like '%holati%'`,
  );
  return rowCount ?? 0;
}
