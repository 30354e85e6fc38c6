-- Open alerts that came a while ago, and of which it is not settled whether they reached anybody; the oldest first.
SELECT organization_id AS "organizationId", id
FROM alerts
WHERE resolved_at IS NULL AND acknowledged_at IS NULL AND muted_by IS NULL AND inhibited_by IS NULL
  AND unconfirmed_since IS NULL AND drill_id IS NULL AND reach_settled_at IS NULL
  AND received_at < now() - :after_seconds * interval '1 second' AND (organization_id, id) > (:after_organization::text, :after::text)
ORDER BY organization_id, id
LIMIT :limit
