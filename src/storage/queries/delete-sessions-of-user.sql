DELETE FROM sessions WHERE user_id = $1
