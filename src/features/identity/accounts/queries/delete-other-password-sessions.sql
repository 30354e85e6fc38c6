-- Those that a password alone began.
DELETE FROM sessions WHERE user_id = :user_id AND id <> :kept_id AND by_password
