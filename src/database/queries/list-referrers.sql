-- All that go with the row, and of those that hold it back as many as anybody reads. What has run out holds nothing back.
-- @result kind, id, field, cascade: !
WITH links AS (
  SELECT link.kind, link.id, link.field,
    link.cascades OR coalesce(referrer.key_held_until <= now(), false) AS cascade
  FROM row_references AS link
  JOIN rows AS referrer ON referrer.organization_id = link.organization_id AND referrer.kind = link.kind
    AND referrer.id = link.id
  WHERE link.organization_id = :organization_id AND link.to_kind = :kind AND link.to_id = :id
)
(SELECT kind, id, field, cascade FROM links WHERE cascade)
UNION ALL
(SELECT kind, id, field, cascade FROM links WHERE NOT cascade ORDER BY kind, id, field LIMIT 100)
ORDER BY kind, id, field
