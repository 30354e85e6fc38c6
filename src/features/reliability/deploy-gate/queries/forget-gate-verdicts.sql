-- Of each organization what is older than this; so many at most of each.
DELETE FROM gate_verdicts AS one
USING (
  SELECT old.organization_id, old.minute, old.service, old.hash
  FROM organizations AS organization
  CROSS JOIN LATERAL (
    SELECT organization_id, minute, service, hash FROM gate_verdicts
    WHERE organization_id = organization.id AND minute < :before::timestamptz
    LIMIT :limit
  ) AS old
) AS gone
WHERE one.organization_id = gone.organization_id AND one.minute = gone.minute AND one.service = gone.service
  AND one.hash = gone.hash
RETURNING one.service
