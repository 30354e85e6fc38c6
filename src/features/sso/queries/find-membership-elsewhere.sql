SELECT user_id AS "userId" FROM members WHERE user_id = :user_id AND organization_id <> :organization_id LIMIT 1
