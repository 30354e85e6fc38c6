-- Of each organization days before those that are kept; so many at most of each.
DELETE FROM slo_history AS one
USING (
  SELECT old.* FROM organizations AS organization
  CROSS JOIN LATERAL (
    SELECT organization_id, kind, id, day FROM slo_history
    WHERE organization_id = organization.id AND day < (:before::timestamptz AT TIME ZONE 'UTC')::date
    LIMIT :limit
  ) AS old
) AS gone
WHERE one.organization_id = gone.organization_id AND one.kind = gone.kind AND one.id = gone.id AND one.day = gone.day
RETURNING one.id
