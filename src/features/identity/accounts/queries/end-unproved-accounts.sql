-- An account whose address nobody proved belongs to the organizations whose links made it, and ends with the
-- last of them: password, second factors, sessions, tokens. The person stays as long as they are invited anywhere.
WITH ended AS (
  UPDATE users AS person SET password_hash = NULL, password_state = 'own', name = ''
  WHERE person.id = ANY (:user_ids::text[]) AND person.proved_at IS NULL AND person.password_hash IS NOT NULL
    AND NOT EXISTS (SELECT FROM members WHERE user_id = person.id AND accepted_at IS NOT NULL)
  RETURNING person.id
), signed_out AS (
  DELETE FROM sessions USING ended WHERE user_id = ended.id
), factors AS (
  DELETE FROM second_factors USING ended WHERE user_id = ended.id
), codes AS (
  DELETE FROM recovery_codes USING ended WHERE user_id = ended.id
), reset AS (
  DELETE FROM password_resets USING ended WHERE user_id = ended.id
)
DELETE FROM tokens USING ended WHERE user_id = ended.id
