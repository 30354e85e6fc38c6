-- @result count: !
SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = :user_id
