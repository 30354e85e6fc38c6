SELECT rows.kind, rows.id, rows.natural_key
FROM unnest(:kinds::text[], :ids::text[]) AS target (kind, id)
JOIN rows ON rows.organization_id = :organization_id AND rows.kind = target.kind AND rows.id = target.id
