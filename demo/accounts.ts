import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { type Role, roles } from '#platform/contract/index.ts';
import { INSTITUTIONS } from './institutions.ts';

export const demoPassword = 'edulab-demo';

/** Institution 1 is Tashkent, 2 Samarkand. Roles that name a branch belong to it, the two at the top to both, all others to Tashkent. */
export function institutionsOf(role: Role): number[] {
  if (role === 'SUPER_ADMIN' || role === 'ADMIN') return [1, 2];
  return role.endsWith('_SAMARKAND') ? [2] : [1];
}

/** First names and surnames of the demo accounts, in the order of the roles; women and men in turn. */
const surnames = [
  'Karimov',
  'Yusupov',
  'Rahimov',
  'Toshmatov',
  'Ismoilov',
  'Qodirov',
  'Nazarov',
  'Saidov',
  'Ergashev',
  'Umarov',
  'Abdullayev',
  'Hakimov',
  'Joʻrayev',
  'Mirzayev',
  'Sobirov',
  'Usmonov',
  'Xolmatov',
  'Gʻulomov',
];
const women = ['Dilnoza', 'Malika', 'Nigora', 'Gulnora', 'Zarina', 'Shahnoza', 'Feruza', 'Kamola', 'Madina'];
const men = ['Alisher', 'Bobur', 'Jasur', 'Otabek', 'Sardor', 'Temur', 'Ulugʻbek', 'Farrux', 'Anvar'];

/**
 * One account for each role, username = the role in lower case. One hash serves them all: the password is public anyway,
 * and one for each would take seconds. Needs the roles; accounts that are there already stay as they are.
 */
export async function createRoleAccounts(owner: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const password = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const people = roles.map((role, index) => {
    const woman = index % 2 === 0;
    const family = surnames[index % surnames.length] ?? '';
    const given = (woman ? women : men)[Math.floor(index / 2) % women.length] ?? '';
    return {
      username: role.toLowerCase(),
      role,
      firstname: given,
      lastname: woman ? `${family}a` : family,
      institutions: institutionsOf(role),
    };
  });
  await owner.query(
    `insert into accounts (username, password_hash, firstname, lastname, email, email_verified_at, selected_institution)
     select username, $2, firstname, lastname, replace(username, '_', '.') || '@demo.edulab.uz', edulab_now(), institution
       from jsonb_to_recordset($1) as p (username text, firstname text, lastname text, institution integer)
     on conflict do nothing`,
    [JSON.stringify(people.map((person) => ({ ...person, institution: person.institutions[0] }))), password],
  );
  await owner.query(
    `insert into account_roles (account_id, role_id, institution_id)
     select a.id, r.id, i.value::integer
       from jsonb_to_recordset($1) as p (username text, role text, institutions jsonb)
       join accounts a on a.username = p.username join roles r on r.name = p.role
       cross join jsonb_array_elements_text(p.institutions) as i
     on conflict do nothing`,
    [JSON.stringify(people)],
  );
  await countAsDemo(owner);
}

/** Whoever has an account by now is one of the demo's people. */
export const countAsDemo = (owner: Pick<pg.ClientBase, 'query'>): Promise<unknown> =>
  owner.query('insert into demo_accounts (account_id) select id from accounts on conflict do nothing');

/** The two institutions of the demo university. */
export async function createInstitutions(owner: Pick<pg.ClientBase, 'query'>): Promise<void> {
  const rows = INSTITUTIONS.map(
    ({ id, title, short, address, rector, email, phone, licence, account, mfo, tax_id }) => ({
      id,
      title,
      short_name: short,
      details: {
        email,
        phone,
        rector,
        licence,
        bank: 'Oʻzmilliybank',
        account,
        mfo,
        tax_id,
        address,
      },
    }),
  );
  await owner.query(
    `insert into institutions (id, title, short_name, details) overriding system value
     select id, title, short_name, details from jsonb_to_recordset($1) as i (id integer, title jsonb, short_name text, details jsonb)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
  await owner.query("select setval(pg_get_serial_sequence('institutions', 'id'), (select max(id) from institutions))");
}
