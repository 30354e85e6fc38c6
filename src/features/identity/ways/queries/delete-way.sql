DELETE FROM ways WHERE user_id = :user_id AND id = :id
RETURNING kind
