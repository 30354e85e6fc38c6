-- Those that an engine has, as it was read after they came.
DELETE FROM held_firings AS one
USING jsonb_to_recordset(:reports::jsonb) AS report (fingerprint text, started_at timestamptz)
WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id AND one.noted_at <= :since
  AND one.fingerprint = report.fingerprint AND one.started_at = report.started_at::timestamptz(3)
RETURNING one.fingerprint, one.started_at AS "startedAt", one.receiver, one.group_key AS "groupKey",
  one.group_labels AS "groupLabels", one.said
