-- One that is suspended already keeps its beginning.
UPDATE organizations
SET suspended_at = coalesce(suspended_at, now()), suspended_by = :by, suspension_reason = :reason
WHERE id = :id
