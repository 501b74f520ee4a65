-- What was verified stays as it was: its points, the table that they are of, and what was proved.
create or replace trigger a_frozen before update or delete on achievement_records for each row
  execute function edulab_frozen('achievement_records_frozen', 'VERIFIED,REVOKED', 'status,note,revoked_at,badge_id');

-- A table of points in force is not changed, nor what stands in it.
create or replace trigger a_frozen before update or delete on achievement_scales for each row
  execute function edulab_frozen('achievement_scales_frozen', 'LIVE', 'status,live_at');
create or replace trigger a_frozen before insert or update or delete on achievement_points for each row
  execute function edulab_frozen_part('achievement_scales_frozen', 'LIVE', 'achievement_scales', 'scale_id');

-- A frozen list is what it was.
create or replace trigger a_frozen before update or delete on achievement_nominations for each row
  execute function edulab_frozen('achievement_nominations_frozen', 'FROZEN', 'status');
revoke update, delete on achievement_nominees from edulab_app;
