WITH codes AS (
  DELETE FROM recovery_codes WHERE user_id = :user_id
)
DELETE FROM second_factors WHERE user_id = :user_id
RETURNING id
