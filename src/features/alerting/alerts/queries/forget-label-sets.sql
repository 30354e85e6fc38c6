-- Labels whose last alert ended before the days that its organization keeps. One that ends meanwhile moves their end, and
-- they stay.
DELETE FROM alert_label_sets AS one
USING (
  SELECT old.organization_id, old.hash,
    -- @include kept-since
    AS since
  FROM organizations AS organization
  LEFT JOIN rows AS setting
    ON setting.organization_id = organization.id AND setting.kind = :kind AND setting.id = :kind
  CROSS JOIN LATERAL (
    SELECT organization_id, hash FROM alert_label_sets
    WHERE organization_id = organization.id AND last_ended_at <
      -- @include kept-since
    LIMIT :limit
  ) AS old
) AS gone
WHERE one.organization_id = gone.organization_id AND one.hash = gone.hash AND one.last_ended_at < gone.since
RETURNING one.hash
