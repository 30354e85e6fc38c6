-- A row that has ended by itself keeps its key until another row takes it, and does not hold it.
-- @result ended: !
SELECT rows.kind, rows.id, rows.natural_key, rows.configuration, rows.secrets, rows.state, rows.revision,
  rows.managed_by, rows.created_at, rows.updated_at,
  coalesce(rows.key_held_until <= :now, false) AS ended
FROM unnest(:kinds::text[], :keys::text[]) AS target (kind, natural_key)
JOIN rows ON rows.organization_id = :organization_id AND rows.kind = target.kind
  AND rows.natural_key = target.natural_key
