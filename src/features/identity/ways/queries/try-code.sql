-- Counted before it is looked at, so that a crowd has no more tries.
-- @result code: !
UPDATE ways SET code_tries = code_tries + 1
WHERE user_id = :user_id AND id = :id AND code IS NOT NULL AND code_until > :now AND code_tries < :most
RETURNING code
