-- No further than to the bounds, and without the one that stands for others.
-- @param most_of_minute: nullable
-- What was over before it came was closed when it was taken in.
-- @result ofConnector, ofOrganization, ofMinute, endsOfMinute, merged: !
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
  (
    SELECT count(*) FROM (
      SELECT FROM alerts
      WHERE organization_id = :organization_id AND received_at > now() - interval '1 minute'
        AND fingerprint <> :overflow_fingerprint
      LIMIT coalesce(:most_of_minute::integer, 0)
    ) AS ones
  )::integer AS "ofMinute",
  (
    SELECT count(*) FROM (
      SELECT FROM alerts
      WHERE organization_id = :organization_id AND connector_id = :connector_id
        AND closed_at > now() - interval '1 minute' AND closed_at = received_at
      LIMIT :most_ends_of_minute
    ) AS ones
  )::integer AS "endsOfMinute",
  EXISTS (
    SELECT FROM alert_overflows WHERE organization_id = :organization_id AND connector_id = :connector_id
  ) AS merged
