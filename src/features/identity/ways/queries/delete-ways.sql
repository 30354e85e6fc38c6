DELETE FROM ways WHERE user_id = :user_id
RETURNING kind
