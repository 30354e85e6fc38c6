-- One link is open for an account: the newest. One that is younger than :unless_since stays, where that is given.
-- @param unless_since: nullable
INSERT INTO password_resets AS open (hash, user_id, expires_at, proves_address)
VALUES (:hash, :user_id, :expires_at, :proves_address)
ON CONFLICT (user_id) DO UPDATE
SET hash = EXCLUDED.hash, expires_at = EXCLUDED.expires_at, proves_address = EXCLUDED.proves_address
WHERE :unless_since::timestamptz IS NULL OR open.expires_at <= :unless_since
RETURNING user_id
