import type pg from 'pg';
import { searchTextOf } from '#domains/admissions/server/index.ts';
import { toCyrillic } from '#platform/contract/script.ts';

/** People who signed up twice, as it happens every year: for the list of clashes. */

interface Applicant {
  id: number;
  institution_id: number;
  account_id: number;
  lastname: string;
  firstname: string;
  midname: string | null;
  phone: string;
  passport_id: string;
  birthdate: string;
}

/** Of each institution: the same name in the other script, the same passport with a slip in its letters, one phone for two. */
export async function loadClashes(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<Applicant & { sent: boolean }>(
    `select g.id, g.institution_id, g.account_id, g.lastname, g.firstname, g.midname, g.phone, g.passport_id, g.birthdate::text as birthdate, a.status = 'SUBMITTED' as sent
       from guests g join applications a on a.guest_id = g.id
      where a.flavour = 'plain' and a.status in ('SUBMITTED', 'DRAFT') and g.deleted_at is null and g.lastname ~ '^[A-Z][a-z]+$' and g.birthdate is not null
        and g.passport_id is not null and g.phone is not null and (select count(*) from applications o where o.guest_id = g.id) = 1
      order by g.id`,
  );
  for (const people of Map.groupBy(rows, (row) => row.institution_id).values()) {
    const sent = people.filter((row) => row.sent);
    const begun = people.filter((row) => !row.sent);
    for (const [at, twin] of begun.slice(0, 3).entries()) {
      const first = sent[at * 5];
      if (!first) return;
      if (at === 2) {
        await client.query('update guests set additional_phone = $2 where id = any($1)', [
          [first.id, twin.id],
          '998901112233',
        ]);
        continue;
      }
      const say = (name: string | null) => (name === null || at === 1 ? name : toCyrillic(name));
      const names = [say(first.lastname), say(first.firstname), say(first.midname)];
      // Who began anew has not come to the passport yet.
      const passport = at === 1 ? `AA${first.passport_id.slice(2)}` : null;
      const whole = names.filter(Boolean).join(' ');
      const search = searchTextOf(whole, twin.phone, passport);
      await client.query(
        `update guests set lastname = $2, firstname = $3, midname = $4, birthdate = $5, passport_id = $6, search = $7,
                gender = (select gender from guests where id = $8) where id = $1`,
        [twin.id, ...names, first.birthdate, passport, search, first.id],
      );
      await client.query('update accounts set lastname = $2, firstname = $3, midname = $4 where id = $1', [
        twin.account_id,
        ...names,
      ]);
      await client.query('update applications set applicant_name = $2, search = $3 where guest_id = $1', [
        twin.id,
        whole,
        search,
      ]);
    }
  }
}
