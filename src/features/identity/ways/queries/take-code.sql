UPDATE ways
SET verified_at = coalesce(verified_at, :now), answered_at = :now, code = NULL, code_until = NULL, failed_at = NULL, failure = NULL
WHERE user_id = :user_id AND id = :id AND code = :code
RETURNING id
