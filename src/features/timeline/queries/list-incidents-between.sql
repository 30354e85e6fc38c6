-- Published incidents that went on at any time between two moments, but for planned work that has not begun.
-- @result began: !
SELECT id, configuration, began, ended
FROM (
  SELECT id, configuration,
    coalesce(configuration ->> 'started_at', state ->> 'started_at')::timestamptz AS began,
    coalesce(configuration ->> 'resolved_at', state ->> 'resolved_at')::timestamptz AS ended
  FROM rows
  WHERE organization_id = :organization_id AND kind = :kind
    AND coalesce((configuration ->> 'draft')::boolean, false) = false
    AND coalesce(configuration ->> 'status', '') <> 'scheduled'
) AS incident
WHERE began < :until AND (ended IS NULL OR ended >= :since)
ORDER BY began DESC, id DESC
LIMIT :limit
