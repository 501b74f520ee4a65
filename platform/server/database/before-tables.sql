-- What table definitions themselves need, so it comes before them.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists btree_gin;

-- The institution and the person of the running transaction; null outside a request.
create or replace function edulab_institution() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('edulab.institution', true), '')::integer $$;
create or replace function edulab_account() returns integer language sql stable parallel safe
  as $$ select nullif(current_setting('edulab.account', true), '')::integer $$;

-- What time it is: ours to ask instead of now() and clock_timestamp(), because tests and rehearsals can move it, by the
-- interval in the setting `edulab.clock` (PT3600S). Both are replaced by their bodies where they stand, so that an index on
-- a time serves `at > edulab_now()` as it would now(). In a filter over many rows (select edulab_now()) is asked once.
create or replace function edulab_now() returns timestamptz language sql stable parallel safe
  as $$ select now() + coalesce(nullif(current_setting('edulab.clock', true), '')::interval, interval '0') $$;
create or replace function edulab_clock() returns timestamptz language sql volatile parallel safe
  as $$ select clock_timestamp() + coalesce(nullif(current_setting('edulab.clock', true), '')::interval, interval '0') $$;

-- Makes it that instant until the transaction ends, for what is asked or loaded as of then.
create or replace function edulab_turn_clock(at timestamptz) returns text language sql volatile
  as $$ select set_config('edulab.clock', (at - now())::text, true) $$;

-- The zone of the institution's clocks, and the day that it is there; the database itself counts in UTC. A request says the
-- zone as it is opened (edulab_enter), elsewhere it is looked up. That is late bound, because it is there before the table;
-- the other two are replaced by their bodies.
create or replace function edulab_zone_of_institution() returns text language plpgsql stable parallel safe
  as $$ begin
    return coalesce((select timezone from institutions where id = edulab_institution()), 'Asia/Tashkent');
  end $$;
create or replace function edulab_zone() returns text language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('edulab.zone', true), ''), edulab_zone_of_institution()) $$;
create or replace function edulab_today() returns date language sql stable parallel safe
  as $$ select (edulab_now() at time zone edulab_zone())::date $$;

-- What a sign-in name looks like: names that people take for each other look the same. For the letters that names may
-- have (Latin and Cyrillic, see `usernameShape`), after the idea of Unicode's UTS 39.
create or replace function edulab_look(name text) returns text language sql immutable parallel safe
  as $$ select replace(replace(translate(lower(normalize(name, NFKC)),
    'авьезкĸмно0рстуүұхҳқңѕіӏiı1јһԁԛԝёїбгѵғҫđħłŧ',
    'abbe3kkmhoopctyyyxxkhsllllljhdqwëï6rvfcdhlt'), 'rn', 'm'), 'vv', 'w') $$;

-- The key under which all spellings of a name are one: what `searchKey` (platform/contract/script.ts) makes of it, for
-- columns and questions of the database itself; tests/api/people-search.test.ts holds the two against each other. Of the
-- letters that are translated, those without a counterpart are left out: the signs ъ and ь, and whatever stands for ʻ and ʼ.
-- Millions of rows are written with it, so plain Latin letters are not translated, and no expression looks back at what it
-- found: to know a letter that stands twice took more than all else. 'dj' comes before 'dzh', or of 'ddzh' too little were left.
create or replace function edulab_search_key(said text) returns text language plpgsql immutable strict parallel safe cost 20
  as $$
  declare
    key text := lower(said);
    twice text;
  begin
    if octet_length(key) > length(key) then
      key := regexp_replace(normalize(translate(replace(replace(replace(replace(replace(replace(replace(replace(key,
        'ш', 'sh'), 'щ', 'sh'), 'ч', 'ch'), 'ё', 'yo'), 'ю', 'yu'), 'я', 'ya'), 'ц', 'ts'), 'ң', 'ng'),
        'абвгғджзийкқлмнопрстуўфхҳыэеәөүұіһıъь''`´ʹʻʼˈ‘’‛′', 'abvggdjziykqlmnoprstuofxhieeaouuihi'), NFKD),
        '[\u0300-\u036f]', '', 'g');
    end if;
    key := btrim(regexp_replace(translate(key, '''`', ''), '[^[:alnum:]@._]+', ' ', 'g'));
    key := replace(replace(replace(key, 'kh', 'h'), 'kx', 'h'), 'x', 'h');
    key := replace(replace(replace(key, 'dj', 'j'), 'dzh', 'j'), 'zh', 'j');
    key := translate(replace(key, 'ye', 'e'), 'qyuw', 'kiov');
    loop
      twice := substring(key from 'aa|bb|cc|dd|ee|ff|gg|hh|ii|jj|kk|ll|mm|nn|oo|pp|rr|ss|tt|vv|zz');
      exit when twice is null;
      key := replace(key, twice, left(twice, 1));
    end loop;
    return key;
  end $$;
