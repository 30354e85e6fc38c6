-- What has run out goes with the row that it points at.
-- @result cascade: !
SELECT link.to_kind, link.to_id, link.kind, link.id, link.field,
  link.cascades OR coalesce(referrer.key_held_until <= now(), false) AS cascade
FROM unnest(:kinds::text[], :ids::text[]) AS target (kind, id)
JOIN row_references link ON link.organization_id = :organization_id AND link.to_kind = target.kind
  AND link.to_id = target.id
JOIN rows AS referrer ON referrer.organization_id = link.organization_id AND referrer.kind = link.kind
  AND referrer.id = link.id
ORDER BY link.kind, link.id, link.field
