-- Open alerts that reached nobody, of which what was sent elsewhere may have failed by now; in the order of their ids.
SELECT organization_id AS "organizationId", id
FROM alerts
WHERE elsewhere_due_at <= now() AND resolved_at IS NULL AND acknowledged_at IS NULL AND muted_by IS NULL
  AND inhibited_by IS NULL AND unconfirmed_since IS NULL AND (organization_id, id) > (:after_organization::text, :after::text)
ORDER BY organization_id, id
LIMIT :limit
