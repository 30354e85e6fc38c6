DELETE FROM second_factors WHERE user_id = :user_id AND id = :id AND confirmed_at IS NOT NULL
RETURNING id
