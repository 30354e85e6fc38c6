-- A key whose holder has expired is held by nobody.
SELECT rows.kind, rows.id, rows.natural_key, rows.configuration, rows.secrets, rows.state, rows.revision,
  rows.managed_by, rows.created_at, rows.updated_at
FROM unnest(:kinds::text[], :keys::text[]) AS target (kind, natural_key)
JOIN rows ON rows.organization_id = :organization_id AND rows.kind = target.kind
  AND rows.natural_key = target.natural_key
WHERE rows.key_held_until IS NULL OR rows.key_held_until > :now
