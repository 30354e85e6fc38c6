-- What components have now, and had since a moment, in the order of time.
SELECT id, since, until, status, counted_at
FROM component_statuses
WHERE organization_id = :organization_id AND (until IS NULL OR until >= :since)
ORDER BY id, since
