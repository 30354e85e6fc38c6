-- Sessions that no session_ttl_hours could keep alive any more are swept at the next sign-in.
WITH swept AS (
  DELETE FROM sessions WHERE user_id = $3 AND created_at < $4::timestamptz - interval '720 hours'
)
INSERT INTO sessions (hash, id, user_id, created_at, last_used_at, address, user_agent)
VALUES ($1, $2, $3, $4, $4, $5, $6)
