DELETE FROM recovery_codes WHERE user_id = :user_id AND hash = :hash
RETURNING user_id
