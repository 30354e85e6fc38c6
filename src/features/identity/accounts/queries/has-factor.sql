SELECT id FROM second_factors WHERE user_id = :user_id AND confirmed_at IS NOT NULL LIMIT 1
