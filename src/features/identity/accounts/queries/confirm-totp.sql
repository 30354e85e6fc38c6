-- The code that confirms it is used with that.
UPDATE second_factors SET name = :name, created_at = :confirmed_at, confirmed_at = :confirmed_at, last_step = :step
WHERE user_id = :user_id AND id = :id AND confirmed_at IS NULL
RETURNING id
