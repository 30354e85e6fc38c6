UPDATE sessions SET second_factor = false WHERE user_id = :user_id AND second_factor
