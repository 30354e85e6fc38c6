-- Of nodes that look at the same time one comes first, and the others have nothing to report.
INSERT INTO announced_shifts (organization_id, looked_until, announced)
VALUES (:organization_id, :looked_until, :announced)
ON CONFLICT (organization_id) DO UPDATE SET looked_until = excluded.looked_until, announced = excluded.announced
WHERE announced_shifts.looked_until = :expected::timestamptz AND excluded.looked_until > announced_shifts.looked_until
RETURNING organization_id AS "organizationId"
