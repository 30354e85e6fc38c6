-- Only over the password that was seen, in the state that was seen: of two changes at once one is refused, and
-- none undoes a reset. A link to a new password is used up by any change of the password.
-- @param seen_hash, proved_at: nullable
WITH changed AS (
  UPDATE users SET password_hash = :hash, password_state = :state, proved_at = :proved_at
  WHERE id = :id AND password_hash IS NOT DISTINCT FROM :seen_hash AND password_state = :seen_state
  RETURNING id
), used AS (
  DELETE FROM password_resets USING changed WHERE user_id = changed.id
)
SELECT id FROM changed
