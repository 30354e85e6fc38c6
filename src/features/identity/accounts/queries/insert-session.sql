-- By a password only the one that was proved, with a second factor where the account has one. A change of either, or a
-- reset, waits for this row's lock and then ends the session with the others. What another session of the browser was
-- proved by is taken over, with its age.
-- Sessions that no session_ttl_hours could keep alive any more are swept along.
-- @param address, user_agent, password_hash, before_id: nullable
WITH swept AS (
  DELETE FROM sessions
  WHERE user_id = :user_id AND created_at < :created_at::timestamptz - interval '720 hours'
), before AS (
  SELECT created_at, by_password, sso_organizations, password_at, second_factor, ended_organizations
  FROM sessions WHERE id = :before_id AND user_id = :user_id
)
INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, address, user_agent, by_password, sso_organizations,
  password_at, second_factor, ended_organizations)
SELECT :hash::bytea, :id::text, id, coalesce((SELECT created_at FROM before), :created_at::timestamptz),
  :created_at::timestamptz, :address::text, :user_agent::text,
  :by_password::boolean OR coalesce((SELECT by_password FROM before), false),
  :sso_organizations::text[] || coalesce((SELECT sso_organizations FROM before), '{}'),
  CASE WHEN :by_password::boolean THEN :created_at::timestamptz ELSE (SELECT password_at FROM before) END,
  CASE WHEN :by_password::boolean THEN :second_factor::boolean
    ELSE coalesce((SELECT second_factor FROM before), false) END,
  CASE WHEN :by_password::boolean THEN '{}' ELSE coalesce((SELECT ended_organizations FROM before), '{}') END
FROM users
WHERE id = :user_id AND (NOT :by_password::boolean OR password_hash = :password_hash AND password_state <> 'ended'
  AND (:second_factor::boolean OR NOT EXISTS (
    SELECT FROM second_factors WHERE user_id = :user_id AND confirmed_at IS NOT NULL
  )))
FOR SHARE
RETURNING id
