-- What was frozen stays as it was counted: its state goes on, its numbers and whom they count do not.
create or replace trigger a_frozen before update or delete on censuses for each row execute function edulab_frozen('censuses_hold', 'FROZEN,CHECKED,SIGNED,SENT', 'status');
create or replace trigger a_frozen before insert or update or delete on census_cells for each row execute function edulab_frozen_part('censuses_hold', 'FROZEN,CHECKED,SIGNED,SENT', 'censuses', 'census_id');
create or replace trigger a_frozen before insert or update or delete on census_rows for each row execute function edulab_frozen_part('censuses_hold', 'FROZEN,CHECKED,SIGNED,SENT', 'censuses', 'census_id');
