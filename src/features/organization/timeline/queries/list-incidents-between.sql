-- Published incidents that went on at any time between two moments, but for planned work that has not begun. With a
-- service those of its components.
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
    AND (:service = '' OR EXISTS (
      SELECT FROM row_references AS link
      JOIN rows AS component ON component.organization_id = link.organization_id AND component.kind = link.to_kind
        AND component.id = link.to_id
      WHERE link.organization_id = :organization_id AND link.kind = rows.kind AND link.id = rows.id
        AND link.to_kind = :components AND component.configuration ->> 'service' = :service
    ))
) AS incident
WHERE began < :until AND (ended IS NULL OR ended >= :since)
ORDER BY began DESC, id DESC
LIMIT :limit
