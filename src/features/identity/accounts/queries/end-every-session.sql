-- @result sessions, tokens: !
-- With all that would begin one without a password.
WITH links AS (
  DELETE FROM invitations
), resets AS (
  DELETE FROM password_resets
), ended AS (
  DELETE FROM sessions RETURNING 1
), tokens AS (
  UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL RETURNING 1
)
SELECT (SELECT count(*) FROM ended) AS sessions, (SELECT count(*) FROM tokens) AS tokens
