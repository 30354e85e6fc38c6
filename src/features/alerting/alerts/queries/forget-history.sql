-- Of each organization what ended before the days that it keeps; so many at most of each.
DELETE FROM alert_history AS one
USING (
  SELECT old.organization_id, old.id
  FROM organizations AS organization
  LEFT JOIN rows AS setting
    ON setting.organization_id = organization.id AND setting.kind = :kind AND setting.id = :kind
  CROSS JOIN LATERAL (
    SELECT organization_id, id FROM alert_history
    WHERE organization_id = organization.id AND ended_at <
      -- @include kept-since
    LIMIT :limit
  ) AS old
) AS gone
WHERE one.organization_id = gone.organization_id AND one.id = gone.id
RETURNING one.id
