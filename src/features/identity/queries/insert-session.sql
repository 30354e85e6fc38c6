-- Only by the password that was proved. A change of it, or a reset, waits for this row's lock and then ends the
-- session with the others. Sessions that no session_ttl_hours could keep alive any more are swept along.
-- @param address, user_agent, password_hash: nullable
WITH swept AS (
  DELETE FROM sessions
  WHERE user_id = :user_id AND created_at < :created_at::timestamptz - interval '720 hours'
)
INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, address, user_agent)
SELECT :hash::bytea, :id::text, id, :created_at::timestamptz, :created_at::timestamptz, :address::text,
  :user_agent::text
FROM users
WHERE id = :user_id AND password_hash = :password_hash AND password_state <> 'ended'
FOR SHARE
RETURNING id
