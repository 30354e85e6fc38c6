-- Only over the password that was seen, so that of two changes at once one is refused. A link to a new
-- password is used up, whoever set it.
WITH used AS (
  DELETE FROM password_resets WHERE user_id = $1
)
UPDATE users SET password_hash = $3, password_state = $4, proved_at = $5
WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2
RETURNING id
