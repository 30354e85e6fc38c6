-- In the place of one that was sent before.
UPDATE ways SET code = :code, code_until = :code_until, code_tries = 0
WHERE user_id = :user_id AND id = :id
RETURNING id
