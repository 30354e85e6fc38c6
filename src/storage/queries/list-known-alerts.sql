-- Of each fingerprint what is open, and what began at the moment that is reported or later. Held to the transaction's end.
SELECT one.id, one.fingerprint, one.started_at AS "startedAt", one.resolved_at AS "resolvedAt", one.title,
  one.annotations
FROM jsonb_to_recordset(:reports::jsonb) AS report (fingerprint text, started_at timestamptz)
JOIN alerts AS one ON one.organization_id = :organization_id AND one.connector_id = :connector_id
  AND one.fingerprint = report.fingerprint
WHERE one.resolved_at IS NULL OR one.started_at >= report.started_at
ORDER BY one.id
FOR UPDATE OF one
