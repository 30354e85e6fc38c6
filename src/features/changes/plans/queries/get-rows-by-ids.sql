SELECT rows.kind, rows.id, rows.natural_key, rows.configuration, rows.secrets, rows.state, rows.revision,
  rows.managed_by, rows.created_at, rows.updated_at
FROM unnest(:kinds::text[], :ids::text[]) AS target (kind, id)
JOIN rows ON rows.organization_id = :organization_id AND rows.kind = target.kind AND rows.id = target.id
