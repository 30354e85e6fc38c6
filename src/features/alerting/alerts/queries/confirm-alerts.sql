-- What a report made after the end of its mute still has: rules and mails know of it from here on.
-- @param since: nullable
-- @result announced, inhibited: !
WITH held AS MATERIALIZED (
  SELECT one.id, one.announced_at IS NOT NULL AS announced
  FROM alerts AS one
  WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id AND one.resolved_at IS NULL
    AND one.unconfirmed_since IS NOT NULL
    AND (:since::timestamptz IS NULL OR one.unconfirmed_since <= :since::timestamptz)
    AND EXISTS (
      SELECT FROM jsonb_to_recordset(:reports::jsonb) AS report (fingerprint text, started_at timestamptz)
      WHERE report.fingerprint = one.fingerprint AND report.started_at <= one.started_at
    )
  ORDER BY one.id
  FOR UPDATE
)
UPDATE alerts AS one
SET unconfirmed_since = NULL, announced_at = CASE WHEN one.inhibited_by IS NULL THEN coalesce(one.announced_at, now()) ELSE one.announced_at END
FROM held
WHERE one.organization_id = :organization_id AND one.id = held.id
RETURNING one.id, one.title, one.labels, held.announced, one.inhibited_by IS NOT NULL AS inhibited
