-- The session in which a factor was confirmed has proved it.
UPDATE sessions SET second_factor = true WHERE user_id = :user_id AND id = :id AND by_password
