-- No further than to the bounds, and without the one that stands for others.
-- @result ofConnector, ofOrganization, merged: !
SELECT (
    SELECT count(*) FROM (
      SELECT FROM alerts
      WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
        AND fingerprint <> :overflow_fingerprint
      LIMIT :most_of_connector
    ) AS ones
  )::integer AS "ofConnector",
  (
    SELECT count(*) FROM (
      SELECT FROM alerts
      WHERE organization_id = :organization_id AND resolved_at IS NULL
        AND fingerprint <> :overflow_fingerprint
      LIMIT :most_of_organization
    ) AS ones
  )::integer AS "ofOrganization",
  EXISTS (
    SELECT FROM alert_overflows WHERE organization_id = :organization_id AND connector_id = :connector_id
  ) AS merged
