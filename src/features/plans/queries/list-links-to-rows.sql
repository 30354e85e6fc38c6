SELECT link.to_kind, link.to_id, link.kind, link.id, link.field, link.cascades AS cascade
FROM unnest(:kinds::text[], :ids::text[]) AS target (kind, id)
JOIN row_references link ON link.organization_id = :organization_id AND link.to_kind = target.kind
  AND link.to_id = target.id
ORDER BY link.kind, link.id, link.field
