type Sql = (text: string, values?: unknown[]) => Promise<unknown>;

/** Students who registered for a later attempt of a module and owe its fee, in soʻm; `paid` of them have paid. */
export async function registerRetakes(
  sql: Sql,
  of: { module: number; students: readonly number[]; attempt?: number; fee?: number; paid?: readonly number[] },
): Promise<void> {
  const { module, students, attempt = 2, fee = 412_000, paid = [] } = of;
  await sql(
    `with r as (insert into assessment_retakes (institution_id, course_module_id, student_id, attempt, fee) select 1, $1, s, $2, $3 from unnest($4::int[]) s returning id, student_id)
     insert into student_debits (institution_id, student_id, retake_id, kind, due_on, amount) select 1, student_id, id, 'RETAKE', edulab_today() + 5, $3 * 100 from r`,
    [module, attempt, fee, students],
  );
  await sql(
    `insert into payments (institution_id, student_id, amount, paid_on, payment_type, payer, search)
     select 1, s, $1 * 100, edulab_today(), 'CASH', '-', '-' from unnest($2::int[]) s`,
    [fee, paid],
  );
}
