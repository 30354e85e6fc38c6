-- The rows that a list shows, without its cap.
-- @result count: !
SELECT count(*)::integer AS count
FROM rows
WHERE organization_id = :organization_id AND kind = :kind
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
