UPDATE organizations
SET suspended_at = NULL, suspended_by = NULL, suspension_reason = NULL
WHERE id = :id AND suspended_at IS NOT NULL
RETURNING id
