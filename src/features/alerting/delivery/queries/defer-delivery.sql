-- It waits for another one, and was not tried.
UPDATE deliveries SET next_attempt_at = :until, lease = NULL, locked_until = NULL
WHERE organization_id = :organization_id AND id = :id AND lease = :lease
RETURNING id
