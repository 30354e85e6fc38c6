-- @param set: nullable
UPDATE rows
SET managed_by = :set
FROM unnest(:kinds::text[], :ids::text[]) AS target (kind, id)
WHERE rows.organization_id = :organization_id AND rows.kind = target.kind AND rows.id = target.id
