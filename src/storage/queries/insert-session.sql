-- Only by the password that was proved. A change of it, or a reset, waits for this row's lock and then ends the
-- session with the others. Sessions that no session_ttl_hours could keep alive any more are swept along.
WITH swept AS (
  DELETE FROM sessions WHERE user_id = $3 AND created_at < $4::timestamptz - interval '720 hours'
)
INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, address, user_agent)
SELECT $1::bytea, $2::text, id, $4::timestamptz, $4::timestamptz, $5::text, $6::text
FROM users
WHERE id = $3 AND password_hash = $7 AND password_state <> 'ended'
FOR SHARE
RETURNING id
