-- Only over the password that was seen, in the state that was seen: of two changes at once one is refused, and
-- none undoes a reset. A link to a new password is used up, whoever set it.
WITH changed AS (
  UPDATE users SET password_hash = $4, password_state = $5, proved_at = $6
  WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $2 AND password_state = $3
  RETURNING id
), used AS (
  DELETE FROM password_resets USING changed WHERE user_id = changed.id
)
SELECT id FROM changed
